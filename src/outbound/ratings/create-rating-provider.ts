import type { GuardedFetch } from '../guarded-fetch.ts';
import { createAhrefsRatings } from './ahrefs.ts';
import { createFixtureRatings } from './fixture.ts';
import { createOpenPagerankRatings } from './open-pagerank.ts';
import type { ProviderSettings, RatingProvider } from './rating-provider.ts';

/** Which provider is asked, and how. */
export type RatingSettings = { name: 'none' | 'fixture' } | ({ name: 'open-pagerank' | 'ahrefs' } & ProviderSettings);

/** The provider that the settings name, or null for none. It asks through this door. */
export function createRatingProvider(settings: RatingSettings, fetch: GuardedFetch): RatingProvider | null {
  switch (settings.name) {
    case 'none':
      return null;
    case 'fixture':
      return createFixtureRatings();
    case 'open-pagerank':
      return createOpenPagerankRatings(fetch, settings);
    case 'ahrefs':
      return createAhrefsRatings(fetch, settings);
  }
}
