import { html, type Html } from '../html.ts';

/** Longer ones say no more to a reader; the link holds the whole. */
const MAX_URL_SHOWN = 80;

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** A day in UTC, of a time in ISO 8601. */
export function day(time: string): Html {
  const date = new Date(time);
  return html`<time datetime="${date.toISOString().slice(0, 10)}">${DAY.format(date)}</time>`;
}

/** Whether following it is no more than reading another page. */
export function isWebUrl(url: string): boolean {
  return /^https?:\/\//i.test(url);
}

/** An address as people read it, cut where it is long. */
export function shortUrl(url: string): string {
  const bare = Array.from(url.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, ''));
  return bare.length > MAX_URL_SHOWN ? `${bare.slice(0, MAX_URL_SHOWN - 1).join('')}…` : bare.join('');
}

/** A link that reads as its own address; plain text where it is not one of the web. */
export function webLink(url: string): Html {
  const text = html`<bdi>${shortUrl(url)}</bdi>`;
  return isWebUrl(url) ? html`<a href="${url}" rel="noopener noreferrer">${text}</a>` : text;
}

/** A line such as `Domain Rating by Ahrefs (https://ahrefs.com/)` as a link. */
export function attributionLink(line: string): Html {
  const [, words = line, url = null] = /^(.*) \((https:\/\/[^)]+)\)$/.exec(line) ?? [];
  return url === null ? html`${words}` : html`<a href="${url}" rel="noopener noreferrer">${words}</a>`;
}

/** With a space that no line breaks at. */
export function fileSize(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1_000));
  return kilobytes < 1_000 ? `${kilobytes}\u00a0kB` : `${(kilobytes / 1_000).toFixed(1)}\u00a0MB`;
}
