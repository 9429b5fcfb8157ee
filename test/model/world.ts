import type { Scope } from '../../src/db/scope.ts';
import type { Service } from '../../src/main/service.ts';
import type { ApiResponse } from '../support/api-client.ts';
import { createReadyProject } from '../support/factories.ts';
import { readFeed, type FeedEvent } from '../support/feed.ts';
import { openDirectories, TAKES_ANYTHING } from '../support/open-directories.ts';
import type { TestService } from '../support/service.ts';

const PROJECTS = 3;
const LAUNCHES = 3;
const RECENT = 15;

/** An account of its own in test mode, with a few projects that are ready, and ways to pick among what it has. */
export interface ModelWorld {
  service: Service;
  scope: Scope;
  projects: string[];
  launches: number;
  /** Directories that its projects fit while they are open. */
  fitting: string[];
  call: (method: string, path: string, json: unknown) => Promise<ApiResponse>;
  feed(): Promise<FeedEvent[]>;
  pick: <T>(of: readonly T[], number: number) => T;
  /** So many of them, from anywhere on. */
  some<T>(of: readonly T[], number: number, count: number): T[];
  /** An even number picks any of them; an odd one of those that moved last, so that some move often. */
  pickListing(number: number): Promise<string | undefined>;
}

export async function createWorld(api: TestService): Promise<ModelWorld> {
  const { service, call } = api;
  const { pool } = service.db;
  await pool.query('truncate hourly_count');
  const { accountId, keys } = await api.newAgency();
  const key = keys.test.full;
  await call('POST', '/test_helpers/account/launches', { key, json: { available: LAUNCHES } });
  const projects: string[] = [];
  for (let made = 0; made < PROJECTS; made++) projects.push((await createReadyProject(call, key)).id);
  await pool.query(`update directory set open = true where ${TAKES_ANYTHING}`);
  const fitting = await openDirectories(service);
  const scope = { account_id: accountId, livemode: false };
  return {
    service,
    scope,
    projects,
    launches: LAUNCHES,
    fitting,
    async call(method, path, json) {
      const answer = await call(method, path, { key, json });
      if (answer.status >= 500) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
      return answer;
    },
    feed: () => readFeed(call, key),
    pick: (of, number) => of[number % of.length]!,
    some: (of, number, count) => Array.from({ length: count }, (_, index) => of[(number + index) % of.length]!),
    async pickListing(number) {
      const { rows: listings } = await pool.query<{ id: string }>(
        `select id from listing where account_id = $1 order by status = 'pending', moved_at desc, id`,
        [accountId],
      );
      const range = number % 2 === 0 ? listings.length : Math.min(listings.length, RECENT);
      return listings[number % Math.max(1, range)]?.id;
    },
  };
}
