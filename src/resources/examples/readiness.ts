import type { ReadinessObject } from '../readiness.ts';
import { IDS } from './ids.ts';

export const READINESS: ReadinessObject = {
  object: 'readiness',
  livemode: true,
  project: IDS.project,
  ready: true,
  missing: [],
  directories: { selected: 86, limit: 100, top_domain_rating: 91, median_domain_rating: 48 },
  unlocks: [
    {
      requirement: 'badge',
      directories: 9,
      how: "Put the badge on the product's site, then have it verified.",
    },
    { requirement: 'promo_code', directories: 3, how: 'Set a `promo_code` that the directory can offer.' },
  ],
  not_matching: { b2b_only: 0, ai_only: 21, directories_only: 4, other: 12 },
  cost: { launches: 1, available: 10 },
};
