/**
 * A site's page. Every way of a page to make its reader fetch something leads to `base` of the query, and one icon is the
 * site's own; a `manifest` in the query is where its manifest is.
 */
export function sitePage(query: URLSearchParams): string {
  const base = query.get('base') ?? '';
  const entity = {
    '@type': 'Organization',
    name: 'Acme Tools',
    logo: `${base}/entity-logo.png`,
    image: `${base}/entity.png`,
  };
  return `<!doctype html><html><head><meta charset="utf-8"><title>Acme Tools</title>
    <meta http-equiv="refresh" content="0; url=${base}/refresh">
    <link rel="manifest" href="${query.get('manifest') ?? `${base}/manifest.json`}">
    <link rel="icon" href="/own-icon.png">
    <link rel="icon" href="${base}/icon.png" sizes="64x64">
    <link rel="apple-touch-icon" href="${base}/touch-icon.png">
    <meta property="og:image" content="${base}/open-graph.png">
    <meta property="og:image" content="/to?location=${encodeURIComponent(`${base}/redirected.png`)}">
    <meta name="twitter:image" content="${base}/twitter.png">
    <script type="application/ld+json">${JSON.stringify(entity)}</script>
    </head><body><h1>Acme Tools</h1></body></html>`;
}

/** What `sitePage` leads to at its `base`. */
export const PAGE_REFERENCES = [
  '/refresh',
  '/manifest.json',
  '/icon.png',
  '/touch-icon.png',
  '/open-graph.png',
  '/redirected.png',
  '/twitter.png',
  '/entity-logo.png',
  '/entity.png',
];

/** A manifest whose icon and screenshot are at `base`. */
export function siteManifest(base: string): string {
  return JSON.stringify({
    name: 'Acme Tools',
    icons: [{ src: `${base}/manifest-icon.png`, sizes: '512x512' }],
    screenshots: [{ src: `${base}/manifest-screenshot.png` }],
  });
}

/** What `siteManifest` leads to at its `base`. */
export const MANIFEST_REFERENCES = ['/manifest-icon.png', '/manifest-screenshot.png'];
