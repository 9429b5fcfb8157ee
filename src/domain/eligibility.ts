/** Which directories fit a project (specification 2.2, rule 2.14 of its open points). */

export const AUDIENCES = ['b2b', 'ai', 'directory'] as const;
export const ACCEPTS = ['any', ...AUDIENCES] as const;
export type Accepts = (typeof ACCEPTS)[number];

export const CATEGORIES = ['saas', 'ai_tools', 'dev_tools', 'no_code', 'productivity', 'other'] as const;
export type Category = (typeof CATEGORIES)[number];

export const PRICING_MODELS = ['free', 'freemium', 'paid', 'open_source'] as const;
export type PricingModel = (typeof PRICING_MODELS)[number];

export const REQUIREMENTS = ['badge', 'competitors', 'promo_code'] as const;
export type Requirement = (typeof REQUIREMENTS)[number];

const COMPETITORS_NEEDED = 3;

export interface Audience {
  b2b: boolean;
  ai: boolean;
  directory: boolean;
}

export interface ProductTraits {
  audience: Audience;
  category: Category | null;
  pricing_model: PricingModel | null;
  competitors: readonly unknown[];
  promo_code: string | null;
  badge_status: string;
}

export interface DirectoryRules {
  accepts: Accepts;
  categories: readonly Category[];
  pricing_models: readonly PricingModel[];
  requirements: readonly Requirement[];
}

/** Whether the directory takes this kind of product and each of its requirements is met. Whether it is open is not asked. */
export function fits(product: ProductTraits, directory: DirectoryRules): boolean {
  return takesKind(product, directory) && directory.requirements.every((requirement) => meets(product, requirement));
}

function takesKind(product: ProductTraits, directory: DirectoryRules): boolean {
  return (
    (directory.accepts === 'any' || product.audience[directory.accepts]) &&
    takes(directory.categories, product.category) &&
    takes(directory.pricing_models, product.pricing_model)
  );
}

/** An empty list takes all; a value that is not set fits only such a list. */
function takes<T>(accepted: readonly T[], value: T | null): boolean {
  return accepted.length === 0 || (value !== null && accepted.includes(value));
}

function meets(product: ProductTraits, requirement: Requirement): boolean {
  switch (requirement) {
    case 'badge':
      return product.badge_status === 'installed';
    case 'competitors':
      return product.competitors.length >= COMPETITORS_NEEDED;
    case 'promo_code':
      return product.promo_code !== null;
  }
}
