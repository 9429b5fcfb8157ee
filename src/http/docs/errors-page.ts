import { ERROR_CODES, ERROR_STATUS, ITEM_CODES, type ErrorCode } from '../../errors.ts';
import { ITEM_GUIDE } from '../../resources/error-guide/item-guide.ts';
import { ERROR_GUIDE } from '../../resources/error-guide.ts';
import { exampleOf } from '../../resources/examples/error.ts';
import { html, type Html } from '../pages/html.ts';
import type { Page } from '../pages/send-page.ts';
import { DOCS_STYLE } from './docs-style.ts';

/**
 * Every error code with its cause and its cure, where each error's `doc_url` leads.
 *
 * @param docsUrl for the examples; the page's own links are relative
 */
export function renderErrorsPage(docsUrl: string): Page {
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Errors of the API</title>
        <link rel="icon" href="data:," />
        ${DOCS_STYLE.element}
      </head>
      <body>
        <a class="skip" href="#codes">Skip to the codes</a>
        <header><a href="../docs">API reference</a></header>
        <main>
          <h1>Errors</h1>
          <p>
            Every answer of 4xx and 5xx has the same body. Branch on <code>error.code</code>: the list on this page is
            closed. <code>error.message</code> is for people and can change. When you ask for help, name
            <code>error.request_id</code>, which the header <code>X-Request-Id</code> repeats.
          </p>
          <p>
            What answers 429 or 503, or 409 <code>idempotency_key_in_use</code>, can be repeated after the seconds in
            <code>Retry-After</code>. A repeat of any other 4xx gets the same answer until something is changed.
          </p>
          <h2 id="codes">Codes</h2>
          <ul class="codes">
            ${ERROR_CODES.map((code) => html`<li><a href="#${code}">${code}</a></li>`)}
          </ul>
          ${ERROR_CODES.map((code) => entryOf(code, docsUrl))}
          <h2 id="items">Codes of items</h2>
          <p>
            <code>error.errors</code> lists each thing that is wrong, with a <code>param</code> such as
            <code>competitors[2].url</code> and one of these codes.
          </p>
          ${itemTable()}
        </main>
      </body>
    </html> `;
  return { document, styles: [DOCS_STYLE] };
}

function entryOf(code: ErrorCode, docsUrl: string): Html {
  const { meaning, cause, cure } = ERROR_GUIDE[code];
  return html`<section class="entry" id="${code}" aria-labelledby="title-${code}">
    <h3 id="title-${code}">
      <a href="#${code}"><code>${code}</code></a> <span class="status">${ERROR_STATUS[code]}</span>
    </h3>
    <p>${meaning}</p>
    <dl>
      <dt>Why</dt>
      <dd>${cause}</dd>
      <dt>What to do</dt>
      <dd>${cure}</dd>
    </dl>
    <details>
      <summary>Example</summary>
      <pre tabindex="0" role="region" aria-label="Example of ${code}"><code>${exampleText(code, docsUrl)}</code></pre>
    </details>
  </section>`;
}

/** A project that is in the way is left to the reference, where it stands in full. */
function exampleText(code: ErrorCode, docsUrl: string): string {
  const shorten = (key: string, value: unknown) => (key === 'existing' ? { object: 'project', '…': '…' } : value);
  return JSON.stringify(exampleOf(code, docsUrl), shorten, 2);
}

function itemTable(): Html {
  return html`<table>
    <thead>
      <tr>
        <th scope="col">Code</th>
        <th scope="col">What it means</th>
        <th scope="col">What to do</th>
      </tr>
    </thead>
    <tbody>
      ${ITEM_CODES.map(
        (code) =>
          html`<tr id="item-${code}">
            <th scope="row"><code>${code}</code></th>
            <td>${ITEM_GUIDE[code].meaning}</td>
            <td>${ITEM_GUIDE[code].cure}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}
