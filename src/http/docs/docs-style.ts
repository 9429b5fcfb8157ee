import { createStyle } from '../pages/style.ts';

/** Its greys reach a contrast of 4.5 in both schemes. */
export const DOCS_STYLE = createStyle(`
:root{color-scheme:light dark;--ground:#f5f6f8;--surface:#fff;--text:#171a20;--muted:#565d69;--rule:#dde1e7;--link:#1d4ed8;
  --code:#eef0f4}
@media (prefers-color-scheme:dark){
  :root{--ground:#111419;--surface:#1a1e25;--text:#eceef1;--muted:#a5adb9;--rule:#303741;--link:#8ab4ff;--code:#242a33}
}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-padding-top:1rem}
body{margin:0;background:var(--ground);color:var(--text);overflow-wrap:anywhere;
  font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",Arial,sans-serif}
main,header{max-width:56rem;margin-inline:auto;padding:1rem 1.25rem}
h1{font-size:clamp(1.6rem,5vw,2.25rem);line-height:1.2;margin:.5rem 0}
h2{font-size:1.3rem;margin:2.5rem 0 .75rem}
h3{font-size:1.05rem;margin:0 0 .5rem}
p{margin:.5rem 0}
a{color:var(--link);text-underline-offset:.15em}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.skip{position:absolute;left:-200vw;padding:.5rem 1rem;background:var(--surface)}
.skip:focus{left:.5rem;top:.5rem;z-index:1}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Noto Sans Mono",monospace;font-size:.9em}
code{background:var(--code);border-radius:.25rem;padding:.05em .3em}
pre{background:var(--code);border-radius:.5rem;padding:.75rem 1rem;overflow-x:auto;white-space:pre;overflow-wrap:normal}
pre code{padding:0;background:none}
details{margin-top:.75rem}
summary{cursor:pointer;color:var(--link)}
section.entry{background:var(--surface);border:1px solid var(--rule);border-radius:.75rem;padding:1rem 1.25rem;margin-top:1rem}
section.entry:target{border-color:var(--link);box-shadow:0 0 0 1px var(--link)}
h3 a{color:inherit;text-decoration:none}
h3 a:hover{text-decoration:underline}
.status{color:var(--muted);font-weight:400}
dl{margin:0}
dt{font-weight:600;margin-top:.6rem}
dd{margin:0}
ul.codes{list-style:none;padding:0;margin:.5rem 0;columns:14rem;column-gap:1.5rem}
ul.codes li{break-inside:avoid;padding:.15rem 0}
table{border-collapse:collapse;width:100%;background:var(--surface)}
th,td{text-align:start;vertical-align:top;padding:.5rem .6rem;border:1px solid var(--rule)}
tr:target{outline:2px solid var(--link)}
@media (max-width:40rem){
  table,tbody,tr,td,th{display:block}
  thead{position:absolute;left:-200vw}
  tr{border:1px solid var(--rule);margin-bottom:.75rem}
  td,tbody th{border:0}
}
`);
