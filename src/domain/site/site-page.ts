/** An image that a page or manifest names. `sizePx` is the shorter declared side, null where none is declared. */
export interface SiteImage {
  readonly url: string;
  readonly sizePx: number | null;
}

/** An icon that a page links to with `<link>`. */
export interface SiteIcon extends SiteImage {
  readonly kind: 'icon' | 'apple-touch-icon';
}

/** What a page says about itself for previews in social networks. */
export interface SocialCard {
  readonly title: string | null;
  readonly description: string | null;
  readonly imageUrls: readonly string[];
}

/** The schema.org types that describe a product or its maker, best source of a name first. */
export const entityKinds = ['application', 'product', 'website', 'organization'] as const;

/** One of the kinds that schema.org types are grouped into. */
export type EntityKind = (typeof entityKinds)[number];

/** One schema.org entity of the page's JSON-LD. */
export interface SiteEntity {
  readonly kind: EntityKind;
  readonly name: string | null;
  readonly description: string | null;
  readonly slogan: string | null;
  readonly logos: readonly SiteImage[];
  readonly imageUrls: readonly string[];
  readonly screenshotUrls: readonly string[];
}

/** What a page says about itself. Texts are as written, entities decoded; every URL is absolute http or https. */
export interface SitePage {
  readonly url: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly heading: string | null;
  readonly siteName: string | null;
  readonly applicationName: string | null;
  readonly openGraph: SocialCard;
  readonly twitterCard: SocialCard;
  /** Best source of a name first. */
  readonly entities: readonly SiteEntity[];
  readonly icons: readonly SiteIcon[];
  readonly manifestUrl: string | null;
  /** Where an immediate `<meta http-equiv="refresh">` leads; null when the page stays. */
  readonly refreshUrl: string | null;
}

/** What a web app manifest says about the site. Every URL is absolute http or https. */
export interface SiteManifest {
  readonly name: string | null;
  readonly shortName: string | null;
  readonly description: string | null;
  readonly icons: readonly SiteImage[];
  readonly screenshotUrls: readonly string[];
}
