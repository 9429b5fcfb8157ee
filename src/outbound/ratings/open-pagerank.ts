import { domainToASCII } from 'node:url';
import type { GuardedFetch } from '../guarded-fetch.ts';
import { asObject, asRating, ASKING, readAnswer, receive } from './read-answer.ts';
import { RatingFault, type ProviderSettings, type RatingProvider } from './rating-provider.ts';

const API_URL = 'https://openpagerank.keywordseverywhere.com';
const HIGHEST = 10;

/** Open PageRank, from 0 to 10 in steps of a hundredth, times 10. */
export function createOpenPagerankRatings(fetch: GuardedFetch, { apiKey, apiUrl }: ProviderSettings): RatingProvider {
  return {
    name: 'open-pagerank',
    attribution: 'Open PageRank (https://openpagerank.keywordseverywhere.com/)',
    maxDomainsPerCall: 100,
    async rate(domains) {
      const body = JSON.stringify({ domains, include_history: false });
      const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
      const url = `${apiUrl ?? API_URL}/v1/domains/bulk`;
      const known = readRatings(readAnswer(await receive(fetch.send('POST', url, body, { ...ASKING, headers }))));
      return new Map(domains.map((domain) => [domain, known.get(domain) ?? null]));
    },
  };
}

function readRatings({ results }: Record<string, unknown>): Map<string, number> {
  const ratings = new Map<string, number>();
  for (const result of asArray(results).map(asObject)) {
    ratings.set(asDomain(result.domain), ratingOf(result));
    // Hosts of a platform come with the platform's domain.
    for (const host of asArray(result.hosts ?? []).map(asObject)) ratings.set(asDomain(host.host), ratingOf(host));
  }
  return ratings;
}

function ratingOf({ found, open_page_rank }: Record<string, unknown>): number {
  return found === false ? 0 : asRating(open_page_rank, HIGHEST);
}

function asArray(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  throw new RatingFault('the answer has no list of results');
}

function asDomain(value: unknown): string {
  if (typeof value === 'string') return domainToASCII(value);
  throw new RatingFault('a result names no domain');
}
