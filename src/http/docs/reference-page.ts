import { html, type Html } from '../pages/html.ts';
import { createStyle } from '../pages/style.ts';

// Redoc has no setting for its menu that leads to other companies' assistants; on a phone the button beside it leaves the
// title too little room.
const STYLE = createStyle(
  ':root{color-scheme:light dark}body{margin:0;font:1rem/1.5 system-ui,sans-serif}' +
    'nav{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;padding:.5rem 1rem;background:#171a20;color:#fff;font-size:.875rem}' +
    'nav a{color:#fff}nav strong{margin-right:auto}' +
    '[data-component-name^=SplitButton] [data-component-name^=Dropdown]{display:none!important}' +
    '@media (max-width:40rem){[data-component-name^=SplitButton]{display:none!important}}',
);

/** Scripts are this server's alone. Redoc writes its styles into the page, which needs `unsafe-inline` for styles. */
export const REFERENCE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  'font-src data:',
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * The reference of the API, drawn from its OpenAPI document. Addresses are relative, so that it works behind any host.
 *
 * @param script the name of the script that draws it
 */
export function renderReferencePage(script: string): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>API reference</title>
        <link rel="icon" href="data:," />
        <link rel="alternate" type="text/plain" title="For language models" href="llms.txt" />
        ${STYLE.element}
      </head>
      <body>
        <nav aria-label="Documentation">
          <strong>API reference</strong>
          <a href="docs/errors">Errors</a>
          <a href="v1/openapi.json">OpenAPI</a>
          <a href="docs/postman.json">Postman</a>
          <a href="llms.txt">llms.txt</a>
        </nav>
        <noscript
          ><p>The reference is drawn by a script. <a href="llms.txt">llms.txt</a> lists the operations.</p></noscript
        >
        <redoc spec-url="v1/openapi.json" disable-telemetry="true"></redoc>
        <script type="module" src="docs/${script}"></script>
      </body>
    </html> `;
}
