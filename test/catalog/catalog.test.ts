import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { ACCEPTS, CATEGORIES, fitOf, PRICING_MODELS, REQUIREMENTS } from '../../src/domain/eligibility.ts';
import type { DirectoryRules, ProductTraits } from '../../src/domain/eligibility.ts';
import { SIMULATED_OUTCOMES } from '../../src/domain/simulation.ts';
import type { SimulatedOutcome } from '../../src/domain/simulation.ts';

interface CatalogEntry extends DirectoryRules {
  slug: string;
  name: string;
  url: string;
  domain_rating: number;
  description: string;
  link: 'dofollow' | 'nofollow' | 'none';
  review_days: number | null;
  open: boolean;
  simulated_outcome: SimulatedOutcome;
}

interface Catalog {
  note: string;
  directories: CatalogEntry[];
}

const ALLOWANCE = 100;

const setOf = (values: readonly string[]) => ({ type: 'array', uniqueItems: true, items: { enum: values } });

const entryProperties = {
  slug: { type: 'string', pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' },
  name: { type: 'string', minLength: 1, maxLength: 100 },
  url: { type: 'string', pattern: '^https://' },
  domain_rating: { type: 'integer', minimum: 0, maximum: 100 },
  description: { type: 'string', pattern: '\\.$', maxLength: 200 },
  accepts: { enum: ACCEPTS },
  categories: setOf(CATEGORIES),
  pricing_models: setOf(PRICING_MODELS),
  requirements: setOf(REQUIREMENTS),
  link: { enum: ['dofollow', 'nofollow', 'none'] },
  review_days: { type: ['integer', 'null'], minimum: 0 },
  open: { type: 'boolean' },
  simulated_outcome: { enum: SIMULATED_OUTCOMES },
};

const closedObject = (properties: Record<string, unknown>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

const catalogSchema = closedObject({
  note: { type: 'string', pattern: 'sample figures' },
  directories: { type: 'array', minItems: 130, items: closedObject(entryProperties) },
});

const demoProduct: ProductTraits = {
  audience: { b2b: true, ai: false, directory: false },
  category: 'saas',
  pricing_model: 'freemium',
  competitors: ['one', 'two', 'three'],
  promo_code: 'LAUNCH20',
  badge_status: 'not_checked',
};

const bareProduct: ProductTraits = {
  audience: { b2b: false, ai: false, directory: false },
  category: null,
  pricing_model: null,
  competitors: [],
  promo_code: null,
  badge_status: 'not_checked',
};

const catalogText = readFileSync(new URL('../../catalog/directories.json', import.meta.url), 'utf8');
const { directories } = JSON.parse(catalogText) as Catalog;

const openFor = (product: ProductTraits) =>
  directories
    .filter((directory) => directory.open && fitOf(product, directory).fits)
    .sort((a, b) => b.domain_rating - a.domain_rating);

const withOutcome = (entries: CatalogEntry[], ...outcomes: SimulatedOutcome[]) =>
  entries.filter((entry) => outcomes.includes(entry.simulated_outcome));

const repeated = (values: string[]) => values.filter((value, index) => values.indexOf(value) !== index);

describe('sample catalog', () => {
  it('has at least 130 entries, each with exactly the known fields and values', () => {
    const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(catalogSchema);
    assert.ok(validate(JSON.parse(catalogText)), JSON.stringify(validate.errors, null, 2));
  });

  it('lists a directory once: slugs, names and hosts are unique', () => {
    assert.deepEqual(repeated(directories.map((entry) => entry.slug)), []);
    assert.deepEqual(repeated(directories.map((entry) => entry.name.toLowerCase())), []);
    assert.deepEqual(repeated(directories.map((entry) => new URL(entry.url).host.replace(/^www\./, ''))), []);
  });

  it('stands highest rating first, then by slug', () => {
    const byRating = directories.toSorted((a, b) => b.domain_rating - a.domain_rating || (a.slug < b.slug ? -1 : 1));
    assert.deepEqual(directories, byRating);
  });

  it('agrees with its outcomes: no link where none is published, no review where it goes live at once', () => {
    for (const { slug, link } of withOutcome(directories, 'live_without_link')) assert.equal(link, 'none', slug);
    for (const { slug, review_days } of withOutcome(directories, 'live_at_once')) assert.equal(review_days, 0, slug);
  });

  it('has directories of every kind: each audience, each requirement, and closed ones', () => {
    for (const kind of ACCEPTS)
      assert.ok(
        directories.some(({ accepts }) => accepts === kind),
        kind,
      );
    for (const need of REQUIREMENTS)
      assert.ok(
        directories.some(({ requirements }) => requirements.includes(need)),
        need,
      );
    assert.ok(directories.some(({ open }) => !open));
  });

  it('has at least 60 open directories for a product with nothing optional set', () => {
    const fitting = openFor(bareProduct);
    assert.ok(fitting.length >= 60, `${fitting.length} fit`);
  });
});

describe('sample catalog for the demo product', () => {
  const fitting = openFor(demoProduct);
  const selected = fitting.slice(0, ALLOWANCE);

  it('has at least 110 open directories', () => {
    assert.ok(fitting.length >= 110, `${fitting.length} fit`);
  });

  it('has enough that accept to fill the allowance with live listings', () => {
    const refusing = withOutcome(fitting, 'declined', 'unavailable');
    assert.ok(fitting.length - refusing.length >= ALLOWANCE, `${refusing.length} of ${fitting.length} refuse`);
  });

  it('rates the last one selected above the first one left out, so that the selection does not depend on ids', () => {
    const [last, next] = fitting.slice(ALLOWANCE - 1);
    assert.ok(last && next && last.domain_rating > next.domain_rating);
  });

  const least: Record<SimulatedOutcome, number> = {
    live: 65,
    live_without_link: 5,
    live_at_once: 5,
    action_then_live: 5,
    declined: 7,
    unavailable: 3,
  };
  for (const outcome of SIMULATED_OUTCOMES) {
    it(`selects at least ${least[outcome]} with the outcome ${outcome}`, () => {
      const count = withOutcome(selected, outcome).length;
      assert.ok(count >= least[outcome], `${count} selected`);
    });
  }
});
