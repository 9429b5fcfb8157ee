import { html, type Html } from '../html.ts';
import type { SharedReport } from '../../../services/share-links/read-share-page.ts';
import { day, fileSize } from './text.ts';

const FORMATS = { pdf: 'PDF', xlsx: 'Excel' } as const;

/** The latest reports, to download; nothing where there are none. */
export function reportsSection(reports: readonly SharedReport[], token: string): Html | null {
  if (reports.length === 0) return null;
  return html`<section aria-labelledby="reports">
    <h2 id="reports">Latest reports</h2>
    <ul class="reports">
      ${reports.map((report) => reportItem(report, token))}
    </ul>
  </section>`;
}

function reportItem({ id, format, ready_at, size_bytes }: SharedReport, token: string): Html {
  return html`<li>
    <a href="${token}/reports/${id}">${FORMATS[format]} report of ${day(ready_at)}</a>
    <span class="muted">(${fileSize(size_bytes)})</span>
  </li> `;
}
