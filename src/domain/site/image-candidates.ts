import type { SiteImage, SiteManifest, SitePage } from './site-page.ts';

const MAX_PER_USE = 5;
const JSON_LD_LOGO_PX = 256;
const APPLE_TOUCH_ICON_PX = 180;
const ICON_PX = 32;

/** An image of the site that may serve the project. Its real size and format are not known yet. */
export interface ImageCandidate {
  readonly url: string;
  readonly suggestedAs: 'logo' | 'screenshot';
}

/**
 * Lists the images a site offers, best first: at most 5 logos, largest declared size first, then at most 5 screenshots.
 * No image is listed twice, nor one in a format that cannot be imported.
 */
export function imageCandidates(page: SitePage, manifest: SiteManifest | null): ImageCandidate[] {
  const logoUrls = unique(logosBySize(page, manifest)).slice(0, MAX_PER_USE);
  const screenshotUrls = unique([...logoUrls, ...screenshots(page, manifest)]).slice(logoUrls.length);
  return [
    ...logoUrls.map((url) => ({ url, suggestedAs: 'logo' as const })),
    ...screenshotUrls.slice(0, MAX_PER_USE).map((url) => ({ url, suggestedAs: 'screenshot' as const })),
  ];
}

function logosBySize(page: SitePage, manifest: SiteManifest | null): string[] {
  const logos = page.entities.flatMap((entity) => entity.logos);
  const touchIcons = page.icons.filter((icon) => icon.kind === 'apple-touch-icon');
  const icons = page.icons.filter((icon) => icon.kind === 'icon');
  return [
    ...sized(logos, JSON_LD_LOGO_PX),
    ...sized(touchIcons, APPLE_TOUCH_ICON_PX),
    ...sized(manifest?.icons ?? [], ICON_PX),
    ...sized(icons, ICON_PX),
  ]
    .sort((a, b) => b.sizePx - a.sizePx)
    .map((image) => image.url);
}

function screenshots(page: SitePage, manifest: SiteManifest | null): string[] {
  return [
    ...page.entities.flatMap((entity) => entity.screenshotUrls),
    ...(manifest?.screenshotUrls ?? []),
    ...page.openGraph.imageUrls,
    ...page.twitterCard.imageUrls,
    ...page.entities.flatMap((entity) => entity.imageUrls),
  ];
}

/** `usualPx` stands in for the size of an image that declares none. */
function sized(images: readonly SiteImage[], usualPx: number): { url: string; sizePx: number }[] {
  return images.map(({ url, sizePx }) => ({ url, sizePx: sizePx ?? usualPx }));
}

/** A page often names one image both as http and as https; the first counts. */
function unique(urls: readonly string[]): string[] {
  const byAddress = new Map<string, string>();
  for (const url of urls.filter(isImportable)) {
    const address = url.replace(/^https?:|#.*$/g, '');
    if (!byAddress.has(address)) byAddress.set(address, url);
  }
  return [...byAddress.values()];
}

function isImportable(url: string): boolean {
  return !/\.(?:svgz?|ico|avif|pdf)$/i.test(new URL(url).pathname);
}
