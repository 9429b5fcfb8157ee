import assert from 'node:assert/strict';
import fc from 'fast-check';
import { expectStatus } from '../support/factories.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { makeManyProjects } from './support/many-projects.ts';

/** More than a page of 2 looks through before the index is asked, so that both ways answer. */
const PROJECTS = 300;

/** Letters that patterns, case and indexes treat in ways of their own; few, so that needles are often found. */
const LETTERS = [...'aAbB%_\\.-" éÉßẞıİiσςΣ漢🚀'];
const textOf = (minLength: number, maxLength: number) =>
  fc.array(fc.constantFrom(...LETTERS), { minLength, maxLength }).map((letters) => letters.join(''));

describe('a search of projects', () => {
  let api: TestService;

  before(async () => {
    api = await startTestService();
  });
  after(() => api.close());

  async function search(key: string, q: string, limit: number): Promise<string[]> {
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const query = new URLSearchParams({ q, limit: String(limit), cursor });
      const { body } = expectStatus(await api.call('GET', `/projects?${query.toString()}`, { key }), 200);
      const page = body as { data: { id: string }[]; next_cursor: string | null };
      ids.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    return ids;
  }

  async function compareEach(accountId: string, q: string): Promise<string[]> {
    const { rows } = await api.service.db.pool.query<{ id: string }>(
      `select id from project where account_id = $1
         and (strpos(lower(name), lower($2)) > 0 or strpos(lower(url), lower($2)) > 0)
       order by id desc`,
      [accountId, q],
    );
    return rows.map(({ id }) => id);
  }

  it('finds what a comparison with every name and url finds, newest first, on pages of any size', async () => {
    const names = fc.array(textOf(2, 8), { minLength: PROJECTS, maxLength: PROJECTS });
    const needles = fc.array(textOf(2, 4), { minLength: 8, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(names, needles, async (ofProjects, ofSearches) => {
        const { accountId, keys } = await api.newAgency();
        await makeManyProjects(api, keys.test.full, ofProjects);
        for (const q of ofSearches) {
          const expected = await compareEach(accountId, q);
          for (const limit of [2, 100]) {
            assert.deepEqual(await search(keys.test.full, q, limit), expected, `${JSON.stringify(q)} by ${limit}`);
          }
        }
      }),
      { numRuns: 10, endOnFailure: true },
    );
  });
});
