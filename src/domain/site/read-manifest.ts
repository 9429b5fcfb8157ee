import { largestDeclaredSizePx } from './declared-size.ts';
import type { SiteManifest } from './site-page.ts';
import { resolveWebUrl, resolveWebUrls } from './web-url.ts';

type JsonObject = Record<string, unknown>;

const MAX_IMAGES = 50;

/**
 * Reads the bytes of a web app manifest, resolving its references against `url`, where it was fetched. Null when the
 * bytes are not a JSON object.
 */
export function readManifest({ bytes, url }: { bytes: Uint8Array; url: string }): SiteManifest | null {
  const manifest = parseObject(bytes);
  if (manifest === null) return null;
  return {
    name: textOf(manifest['name']),
    shortName: textOf(manifest['short_name']),
    description: textOf(manifest['description']),
    icons: objectsIn(manifest['icons'])
      .filter(isPictorial)
      .flatMap((icon) => {
        const iconUrl = resolveWebUrl(textOf(icon['src']), url);
        return iconUrl === null ? [] : [{ url: iconUrl, sizePx: largestDeclaredSizePx(textOf(icon['sizes'])) }];
      }),
    screenshotUrls: resolveWebUrls(
      objectsIn(manifest['screenshots']).map((image) => textOf(image['src'])),
      url,
    ),
  };
}

function parseObject(bytes: Uint8Array): JsonObject | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8').decode(bytes));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** A monochrome icon is a mask without colours of its own. */
function isPictorial(icon: JsonObject): boolean {
  return textOf(icon['purpose'])?.trim() !== 'monochrome';
}

function objectsIn(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.slice(0, MAX_IMAGES).filter(isObject) : [];
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
