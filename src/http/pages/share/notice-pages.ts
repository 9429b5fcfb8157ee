import { html } from '../html.ts';
import type { Page } from '../send-page.ts';
import { createPalette } from './palette.ts';
import { SHARE_STYLE } from './share-style.ts';

const PALETTE = createPalette({ primary: '#3d4654', accent: '#3d4654' });

/** What a link answers that was revoked, replaced or never made, or has expired: nobody can tell which. */
export const SHARE_NOT_FOUND = noticeOf(
  'This page is not available',
  'The link may have been turned off or replaced, or it is incomplete. Please ask whoever sent it for the present one.',
);

/** What every link answers while it cannot be looked up. */
export const SHARE_OUTAGE = noticeOf(
  'This page cannot be shown right now',
  'Something on our side is not working for the moment. The link stays as it is; please try again in a few minutes.',
);

function noticeOf(title: string, text: string): Page {
  return {
    document: html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex, nofollow, noarchive" />
          <link rel="icon" href="data:," />
          <title>${title}</title>
          ${SHARE_STYLE.element}${PALETTE.element}
        </head>
        <body>
          <main class="width">
            <h1>${title}</h1>
            <p>${text}</p>
          </main>
        </body>
      </html> `,
    styles: [SHARE_STYLE, PALETTE],
  };
}
