import type { GuardedFetch } from '../guarded-fetch.ts';
import { asObject, asRating, ASKING, readAnswer, receive } from './read-answer.ts';
import type { ProviderSettings, RatingProvider } from './rating-provider.ts';

const API_URL = 'https://api.ahrefs.com';

/** The one thing that a request can have wrong is its domain. */
const BAD_REQUEST = 400;

/** Domain Rating from Ahrefs' free endpoint. The licence of its figures asks for the attribution. */
export function createAhrefsRatings(fetch: GuardedFetch, { apiKey, apiUrl }: ProviderSettings): RatingProvider {
  return {
    name: 'ahrefs',
    attribution: 'Domain Rating by Ahrefs (https://ahrefs.com/)',
    maxDomainsPerCall: 1,
    async rate(domains) {
      const ratings = new Map<string, number | null>();
      for (const domain of domains) {
        const query = new URLSearchParams({ target: domain, output: 'json' });
        const url = `${apiUrl ?? API_URL}/v3/public/domain-rating-free?${query.toString()}`;
        const headers = { authorization: `Bearer ${apiKey}` };
        const answer = await receive(fetch.get(url, { ...ASKING, headers }));
        ratings.set(domain, answer.status === BAD_REQUEST ? null : ratingOf(readAnswer(answer)));
      }
      return ratings;
    },
  };
}

function ratingOf({ domain_rating }: Record<string, unknown>): number {
  return asRating(asObject(domain_rating).domain_rating, 100);
}
