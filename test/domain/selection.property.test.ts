import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ACCEPTS, CATEGORIES, PRICING_MODELS, REQUIREMENTS, type ProductTraits } from '../../src/domain/eligibility.ts';
import { medianRating, select, unlocksOf, type Candidate } from '../../src/domain/selection.ts';

const product: fc.Arbitrary<ProductTraits> = fc.record({
  audience: fc.record({ b2b: fc.boolean(), ai: fc.boolean(), directory: fc.boolean() }),
  category: fc.option(fc.constantFrom(...CATEGORIES)),
  pricing_model: fc.option(fc.constantFrom(...PRICING_MODELS)),
  competitors: fc.array(fc.constant({}), { maxLength: 4 }),
  promo_code: fc.option(fc.constant('CODE')),
  badge_status: fc.constantFrom('not_checked', 'installed', 'not_found'),
});

const catalog: fc.Arbitrary<Candidate[]> = fc
  .array(
    fc.record({
      domain_rating: fc.integer({ min: 0, max: 100 }),
      open: fc.boolean(),
      used: fc.boolean(),
      excluded: fc.boolean(),
      accepts: fc.constantFrom(...ACCEPTS),
      categories: fc.subarray([...CATEGORIES]),
      pricing_models: fc.subarray([...PRICING_MODELS]),
      requirements: fc.subarray([...REQUIREMENTS]),
    }),
    { maxLength: 60 },
  )
  .map((directories) =>
    directories
      .toSorted((a, b) => b.domain_rating - a.domain_rating)
      .map((directory, index) => ({ ...directory, id: `dir_${index}` })),
  );

describe('the selection of directories', () => {
  it('puts every directory of the catalog in one group', () => {
    fc.assert(
      fc.property(product, catalog, fc.integer({ min: 0, max: 100 }), (traits, candidates, limit) => {
        const { selected, beyond_limit, not_matching, locked, excluded, closed, used } = select(
          traits,
          candidates,
          limit,
        );
        const groups = [
          selected,
          beyond_limit,
          ...Object.values(not_matching),
          locked.map(({ candidate }) => candidate),
          excluded,
          closed,
          used,
        ];
        const placed = groups.flat().map(({ id }) => id);
        assert.deepEqual(placed.toSorted(), candidates.map(({ id }) => id).toSorted());
        assert.ok(selected.length <= limit);
        if (beyond_limit.length > 0) assert.equal(selected.length, limit);
        const lowest = selected.at(-1)?.domain_rating ?? 100;
        for (const { domain_rating } of beyond_limit) assert.ok(domain_rating <= lowest);
      }),
    );
  });

  it('counts for a requirement just what meeting it alone would add', () => {
    fc.assert(
      fc.property(product, catalog, (traits, candidates) => {
        const fitting = (of: ProductTraits) => {
          const { selected, beyond_limit } = select(of, candidates, 10);
          return selected.length + beyond_limit.length;
        };
        const met: Record<(typeof REQUIREMENTS)[number], ProductTraits> = {
          badge: { ...traits, badge_status: 'installed' },
          competitors: { ...traits, competitors: [{}, {}, {}] },
          promo_code: { ...traits, promo_code: 'CODE' },
        };
        const unlocks = unlocksOf(select(traits, candidates, 10));
        for (const requirement of REQUIREMENTS) {
          const told = unlocks.find((unlock) => unlock.requirement === requirement)?.directories ?? 0;
          assert.equal(told, fitting(met[requirement]) - fitting(traits), requirement);
        }
        assert.deepEqual(
          unlocks.map(({ directories }) => directories),
          unlocks.map(({ directories }) => directories).toSorted((a, b) => b - a),
        );
        assert.ok(unlocks.every(({ directories }) => directories > 0));
      }),
    );
  });

  it('tells the median of an odd and of an even number of ratings', () => {
    const rated = (...ratings: number[]) => ratings.map((domain_rating) => ({ domain_rating }) as Candidate);
    assert.equal(medianRating(rated()), null);
    assert.equal(medianRating(rated(40)), 40);
    assert.equal(medianRating(rated(90, 80, 10)), 80);
    assert.equal(medianRating(rated(90, 81, 80, 10)), 81);
  });
});
