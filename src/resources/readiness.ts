import { Type, type Static } from 'typebox';
import { MISMATCHES, REQUIREMENTS, type Requirement } from '../domain/eligibility.ts';
import { medianRating, unlocksOf, type Selection } from '../domain/selection.ts';
import { missingForLaunch, MISSING, type ProjectView } from './project.ts';
import { component, id, nullable, object, oneOf } from './schema-kit.ts';

const count = Type.Integer({ minimum: 0 });
const rating = nullable(Type.Integer({ minimum: 0, maximum: 100 }));

/** Specification 2.6. */
export const ReadinessSchema = component(
  'Readiness',
  object({
    object: oneOf(['readiness']),
    livemode: Type.Boolean(),
    project: id('project'),
    ready: Type.Boolean(),
    missing: Type.Array(oneOf(MISSING)),
    directories: object({ selected: count, limit: count, top_domain_rating: rating, median_domain_rating: rating }),
    unlocks: Type.Array(object({ requirement: oneOf(REQUIREMENTS), directories: count, how: Type.String() })),
    not_matching: object(
      Object.fromEntries(MISMATCHES.map((mismatch) => [mismatch, count])) as Record<
        (typeof MISMATCHES)[number],
        typeof count
      >,
    ),
    cost: object({ launches: count, available: count }),
  }),
);

export type ReadinessObject = Static<typeof ReadinessSchema>;

const HOW: Record<Requirement, string> = {
  badge: "Put the badge on the product's site, then have it verified.",
  competitors: 'Name at least 3 products in `competitors`.',
  promo_code: 'Set a `promo_code` that the directory can offer.',
};

/**
 * @param limit the directories that a launch, or an add to a launched project, could use
 * @param available the launches that the account has left
 */
export function presentReadiness(
  project: ProjectView,
  selection: Selection,
  { limit, available }: { limit: number; available: number },
): ReadinessObject {
  const missing = missingForLaunch(project);
  const { selected, not_matching } = selection;
  return {
    object: 'readiness',
    livemode: project.livemode,
    project: project.id,
    ready: missing.length === 0,
    missing,
    directories: {
      selected: selected.length,
      limit,
      top_domain_rating: selected[0]?.domain_rating ?? null,
      median_domain_rating: medianRating(selected),
    },
    unlocks: unlocksOf(selection).map((unlock) => ({ ...unlock, how: HOW[unlock.requirement] })),
    not_matching: {
      b2b_only: not_matching.b2b_only.length,
      ai_only: not_matching.ai_only.length,
      directories_only: not_matching.directories_only.length,
      other: not_matching.other.length,
    },
    cost: { launches: project.launched_at ? 0 : 1, available },
  };
}
