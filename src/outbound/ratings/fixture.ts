import { createHash } from 'node:crypto';
import type { RatingProvider } from './rating-provider.ts';

/** Makes up a rating from the letters of the domain, always the same one. For development and tests. */
export function createFixtureRatings(): RatingProvider {
  return {
    name: 'fixture',
    attribution: 'Made-up figures, which say nothing of the site',
    maxDomainsPerCall: 100,
    rate: (domains) => Promise.resolve(new Map(domains.map((domain) => [domain, madeUp(domain)]))),
  };
}

function madeUp(domain: string): number {
  return createHash('sha256').update(domain).digest().readUInt32BE() % 101;
}
