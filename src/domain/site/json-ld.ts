import type { EntityKind, SiteEntity, SiteImage } from './site-page.ts';
import { entityKinds } from './site-page.ts';
import { resolveWebUrls } from './web-url.ts';

type JsonObject = Record<string, unknown>;

const MAX_NESTING = 5;
const MAX_ENTITIES = 50;
const MAX_IMAGES = 10;
const CONTAINERS = ['@graph', 'mainEntity', 'publisher'];

const KIND_BY_TYPE: ReadonlyMap<string, EntityKind> = new Map([
  ['SoftwareApplication', 'application'],
  ['WebApplication', 'application'],
  ['MobileApplication', 'application'],
  ['VideoGame', 'application'],
  ['SoftwareSourceCode', 'application'],
  ['Product', 'product'],
  ['WebSite', 'website'],
  ['Organization', 'organization'],
  ['Corporation', 'organization'],
  ['OnlineBusiness', 'organization'],
  ['OnlineStore', 'organization'],
  ['LocalBusiness', 'organization'],
  ['ProfessionalService', 'organization'],
  ['Store', 'organization'],
  ['Brand', 'organization'],
]);

/** Reads the entities of a page's JSON-LD scripts, best source of a name first. A script that is not JSON is skipped. */
export function readJsonLd(scripts: readonly string[], baseUrl: string): SiteEntity[] {
  const entities = scripts.flatMap((script) => [...entitiesIn(parseJson(script), baseUrl, 0)]).slice(0, MAX_ENTITIES);
  return entities.sort((a, b) => entityKinds.indexOf(a.kind) - entityKinds.indexOf(b.kind));
}

/** Hand-written JSON-LD often has raw line breaks inside strings, a comment or CDATA around it, a comma too many. */
function parseJson(script: string): unknown {
  const start = script.search(/[{[]/);
  const end = Math.max(script.lastIndexOf('}'), script.lastIndexOf(']'));
  const text = script.slice(Math.max(start, 0), end + 1).replace(/\p{Cc}/gu, ' ');
  return tryParse(text) ?? tryParse(text.replace(/,(?=\s*[}\]])/g, ''));
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function* entitiesIn(value: unknown, baseUrl: string, nesting: number): Generator<SiteEntity> {
  if (nesting > MAX_NESTING) return;
  if (Array.isArray(value)) {
    for (const item of value) yield* entitiesIn(item, baseUrl, nesting + 1);
  } else if (isObject(value)) {
    const kind = kindOf(value);
    if (kind !== null) yield readEntity(kind, value, baseUrl);
    for (const container of CONTAINERS) yield* entitiesIn(value[container], baseUrl, nesting + 1);
  }
}

function kindOf(node: JsonObject): EntityKind | null {
  for (const type of asArray(node['@type'])) {
    const kind = typeof type === 'string' ? KIND_BY_TYPE.get(type.replace(/^.*[/:#]/, '')) : undefined;
    if (kind !== undefined) return kind;
  }
  return null;
}

function readEntity(kind: EntityKind, node: JsonObject, baseUrl: string): SiteEntity {
  return {
    kind,
    name: textOf(node['name']),
    description: textOf(node['description']),
    slogan: textOf(node['slogan']),
    logos: imagesOf(node['logo'], baseUrl),
    imageUrls: imagesOf(node['image'], baseUrl).map((image) => image.url),
    screenshotUrls: imagesOf(node['screenshot'], baseUrl).map((image) => image.url),
  };
}

function textOf(value: unknown): string | null {
  const [first] = asArray(value);
  if (typeof first === 'string') return first;
  return isObject(first) && typeof first['@value'] === 'string' ? first['@value'] : null;
}

function imagesOf(value: unknown, baseUrl: string): SiteImage[] {
  return asArray(value)
    .slice(0, MAX_IMAGES)
    .map((image) => imageOf(image, baseUrl))
    .filter((image) => image !== null);
}

function imageOf(value: unknown, baseUrl: string): SiteImage | null {
  const node = isObject(value) ? value : { url: value };
  const [url] = resolveWebUrls([textOf(node['url']), textOf(node['contentUrl'])], baseUrl);
  return url === undefined ? null : { url, sizePx: sizeOf(node) };
}

function sizeOf(node: JsonObject): number | null {
  const shorterSidePx = Math.min(pixels(node['width']), pixels(node['height']));
  return shorterSidePx > 0 ? shorterSidePx : null;
}

function pixels(value: unknown): number {
  return typeof value === 'number' || typeof value === 'string' ? Number.parseInt(String(value), 10) : NaN;
}

function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
