import { html, type Html } from '../html.ts';
import type { Page } from '../send-page.ts';
import type { SharePage } from '../../../services/share-links/read-share-page.ts';
import { liveSection } from './live-section.ts';
import { openSection } from './open-section.ts';
import { createPalette } from './palette.ts';
import { reportsSection } from './reports-section.ts';
import { SHARE_STYLE } from './share-style.ts';
import { attributionLink, webLink } from './text.ts';

/**
 * The page of a link. Its addresses are relative, so that it works behind any host and path.
 *
 * @param token ends the page's own address
 * @param attribution the line of whoever measured the ratings; null for nobody
 */
export function renderSharePage(page: SharePage, token: string, attribution: string | null): Page {
  const palette = createPalette(page.agency.colors);
  const { agency, project, livemode } = page;
  const title = `${livemode ? '' : 'TEST MODE: '}${project.name} in directories`;
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow, noarchive" />
        <meta name="referrer" content="no-referrer" />
        <meta name="format-detection" content="telephone=no" />
        <title>${title}</title>
        <link rel="icon" href="${agency.logo ? `${token}/logo.png` : 'data:,'}" />
        ${SHARE_STYLE.element}${palette.element}
      </head>
      <body>
        <a class="skip" href="#main">Skip to the listings</a>
        <header>
          ${livemode ? null : TEST_BANNER}
          <div class="brand"><div class="width">${brandOf(page, token)}</div></div>
        </header>
        <main id="main" class="width" tabindex="-1">
          <h1 dir="auto">${project.name}</h1>
          ${project.tagline && html`<p class="tagline" dir="auto">${project.tagline}</p>`}
          <p>${webLink(project.url)}</p>
          ${figuresOf(page)} ${liveSection(page.live)} ${openSection(page.open)} ${reportsSection(page.reports, token)}
        </main>
        <footer class="width">
          <p>Shared by <bdi>${agency.name}</bdi>.</p>
          ${attribution && html`<p>Domain ratings: ${attributionLink(attribution)}</p>`}
        </footer>
      </body>
    </html> `;
  return { document, styles: [SHARE_STYLE, palette] };
}

const TEST_BANNER = html`<p class="test">
  <strong>TEST MODE</strong> Sample data: nothing on this page was sent to a directory.
</p>`;

function brandOf({ agency: { name, logo } }: SharePage, token: string): Html {
  if (!logo) return html`<p dir="auto">${name}</p>`;
  const { width, height } = logo;
  return html`<span class="logo"
    ><img src="${token}/logo.png" width="${width}" height="${height}" alt="${name}"
  /></span>`;
}

function figuresOf({ live, open, project }: SharePage): Html {
  const figures = [
    ['Live', live.length],
    ['In progress', open.length],
    ...(project.domain_rating === null ? [] : [['Domain rating', project.domain_rating] as const]),
  ] as const;
  return html`<dl class="figures">
    ${figures.map(
      ([term, figure]) =>
        html`<div>
          <dt>${term}</dt>
          <dd>${figure}</dd>
        </div>`,
    )}
  </dl>`;
}
