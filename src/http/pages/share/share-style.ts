import { createStyle } from '../style.ts';

/** The layout of share pages, whose brand is in `createPalette`. Its greys reach a contrast of 4.5 in both schemes. */
export const SHARE_STYLE = createStyle(`
:root{color-scheme:light dark;--ground:#f5f6f8;--surface:#fff;--text:#171a20;--muted:#565d69;--rule:#dde1e7}
@media screen and (prefers-color-scheme:dark){
  :root{--ground:#111419;--surface:#1a1e25;--text:#eceef1;--muted:#a5adb9;--rule:#303741}
}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--ground);color:var(--text);overflow-wrap:anywhere;
  font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",Arial,sans-serif}
h1,h2,h3,p,ul,dl,dd{margin:0;padding:0}
ul{list-style:none}
a{color:var(--link);text-underline-offset:.15em}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.skip{position:absolute;left:-200vw;padding:.5rem 1rem;background:var(--surface);color:var(--text)}
.skip:focus{left:.5rem;top:.5rem;z-index:1}
.width{max-width:62rem;margin-inline:auto;padding-inline:1.25rem}
.test{background:#2b1d00;color:#fde68a;padding:.5rem 1rem;text-align:center}
.brand{background:var(--brand);color:var(--on-brand);padding:1rem 0;border-bottom:1px solid var(--rule)}
.brand p{font-weight:600;font-size:1.125rem}
.logo{display:inline-block;background:#fff;padding:.5rem .75rem;border-radius:.5rem;line-height:0}
.logo img{display:block;width:auto;height:auto;max-width:min(16rem,100%);max-height:3rem}
main{padding-block:2rem 1.5rem}
main:focus{outline:none}
h1{font-size:clamp(1.6rem,5vw,2.25rem);line-height:1.2;margin-bottom:.5rem}
[dir=auto]{text-align:left}
.tagline{font-size:1.125rem;margin-bottom:.25rem}
h2{font-size:1.25rem;line-height:1.3;margin-bottom:.5rem}
h3{font-size:1rem;margin:1.25rem 0 .5rem}
.muted{color:var(--muted)}
.count{color:var(--muted);font-weight:400}
.figures{display:flex;flex-wrap:wrap;gap:.75rem;margin:1.5rem 0}
.figures div{flex:1 1 5.5rem;background:var(--surface);border:1px solid var(--rule);border-radius:.75rem;padding:.75rem;
  display:flex;flex-direction:column-reverse;justify-content:flex-end}
.figures dt{color:var(--muted);font-size:.875rem}
.figures dd{font-size:1.75rem;font-weight:650;line-height:1.2;font-variant-numeric:tabular-nums}
section{background:var(--surface);border:1px solid var(--rule);border-radius:.75rem;padding:1.25rem;margin-top:1.25rem}
.live li{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:0 1rem;padding:.7rem 0;border-top:1px solid var(--rule)}
.live{margin-top:.75rem}
.live .name{font-weight:600}
.live .address,.live .facts{color:var(--muted);font-size:.875rem}
.live .facts{text-align:end;grid-column:2;grid-row:1/span 2;white-space:nowrap}
.live .facts span{display:block}
.names{columns:16rem;column-gap:1.5rem}
.names li{break-inside:avoid;padding:.15rem 0}
.reports li{padding:.4rem 0}
footer{color:var(--muted);font-size:.875rem;padding-bottom:2rem}
@media (max-width:30rem){
  .width{padding-inline:1rem}
  section{padding:1rem}
  .live li{grid-template-columns:minmax(0,1fr)}
  .live .facts{grid-column:1;grid-row:auto;text-align:start;white-space:normal}
  .live .facts span{display:inline-block;white-space:nowrap;margin-inline-end:.75rem}
  .names{columns:7.5rem;column-gap:1rem}
}
@page{margin:14mm}
@media print{
  :root{--ground:#fff;--surface:#fff;--text:#000;--muted:#444;--rule:#ccc}
  body{font-size:10pt}
  .skip{display:none}
  .brand,.test{print-color-adjust:exact;-webkit-print-color-adjust:exact}
  .width{max-width:none;padding-inline:0}
  .brand .width{padding-inline:.5cm}
  main{padding-top:.5cm}
  section{border:0;padding:0}
  h2,h3{break-after:avoid}
  .names{columns:11rem}
  .live li{break-inside:avoid;padding:.35rem 0}
}
`);
