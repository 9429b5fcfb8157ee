import { html, type Html } from '../html.ts';
import { OPEN_STATUSES, type OpenListing, type OpenStatus } from '../../../services/share-links/read-share-page.ts';

/** What a client is told of a listing's status. What an action is about stays between agency and service. */
const WORDS: Record<OpenStatus, string> = {
  submitted: 'In review by the directory',
  in_progress: 'Being prepared',
  action_required: 'Waiting for details',
  pending: 'Next in line',
};

/** The directories that have not come to an end, by how far they are. */
export function openSection(listings: readonly OpenListing[]): Html {
  const byStatus = Map.groupBy(listings, ({ status }) => status);
  const groups = OPEN_STATUSES.flatMap((status) => {
    const group = byStatus.get(status);
    return group ? [groupOf(status, group)] : [];
  });
  return html`<section aria-labelledby="open">
    <h2 id="open">In progress <span class="count">(${listings.length})</span></h2>
    ${groups.length === 0 ? html`<p class="muted">No listing is in progress.</p>` : groups}
  </section>`;
}

function groupOf(status: OpenStatus, listings: readonly OpenListing[]): Html {
  const names = listings.map(({ directory }) => html`<li><bdi>${directory}</bdi></li> `);
  return html`<h3>${WORDS[status]} <span class="count">(${listings.length})</span></h3>
    <ul class="names">
      ${names}
    </ul>`;
}
