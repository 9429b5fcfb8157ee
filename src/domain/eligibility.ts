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

/** Why a directory does not take this kind of product (specification 2.6, `not_matching`). */
export const MISMATCHES = ['b2b_only', 'ai_only', 'directories_only', 'other'] as const;
export type Mismatch = (typeof MISMATCHES)[number];

/** How a directory stands to a project, whether or not it is open, used or excluded. */
export type Fit = { fits: true } | { fits: false; mismatch: Mismatch } | { fits: false; unmet: Requirement[] };

const AUDIENCE_MISMATCH: Record<keyof Audience, Mismatch> = {
  b2b: 'b2b_only',
  ai: 'ai_only',
  directory: 'directories_only',
};

/** Whether the directory takes this kind of product and each of its requirements is met, or what stands in the way. */
export function fitOf(product: ProductTraits, directory: DirectoryRules): Fit {
  const mismatch = mismatchOf(product, directory);
  if (mismatch) return { fits: false, mismatch };
  const unmet = directory.requirements.filter((requirement) => !meets(product, requirement));
  return unmet.length > 0 ? { fits: false, unmet } : { fits: true };
}

function mismatchOf(product: ProductTraits, { accepts, categories, pricing_models }: DirectoryRules): Mismatch | null {
  if (accepts !== 'any' && !product.audience[accepts]) return AUDIENCE_MISMATCH[accepts];
  const takesIt = takes(categories, product.category) && takes(pricing_models, product.pricing_model);
  return takesIt ? null : 'other';
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
