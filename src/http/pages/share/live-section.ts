import { html, type Html } from '../html.ts';
import type { LiveListing } from '../../../services/share-links/read-share-page.ts';
import { day, isWebUrl, shortUrl } from './text.ts';

/** The directories that list the product, each with its link. */
export function liveSection(listings: readonly LiveListing[]): Html {
  return html`<section aria-labelledby="live">
    <h2 id="live">Live <span class="count">(${listings.length})</span></h2>
    ${
      listings.length === 0
        ? html`<p class="muted">No directory has published the product yet.</p>`
        : html`<ul class="live">
            ${listings.map(liveListing)}
          </ul>`
    }
  </section>`;
}

function liveListing({ directory, domain_rating, url, live_at }: LiveListing): Html {
  const link = url !== null && isWebUrl(url) ? url : null;
  const name = html`<bdi>${directory}</bdi>`;
  return html`<li>
    <div class="name">${link === null ? name : html`<a href="${link}" rel="noopener noreferrer">${name}</a>`}</div>
    <div class="address" dir="auto">${link === null ? 'Published without a link' : shortUrl(link)}</div>
    <div class="facts"><span>Domain rating ${domain_rating}</span> <span>since ${day(live_at)}</span></div>
  </li> `;
}
