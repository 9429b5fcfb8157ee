import assert from 'node:assert/strict';
import { expectStatus } from '../support/factories.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { readSampleCatalog } from '../../src/main/sample-catalog.ts';
import type { DirectoryObject } from '../../src/resources/directory.ts';

describe('the catalog', () => {
  let api: TestService;
  let key: string;
  let whole: DirectoryObject[];

  before(async () => {
    api = await startTestService();
    key = (await api.newAgency()).keys.test.full;
    whole = await walk('');
  });
  after(() => api.close());

  async function walk(filters: string, limit = 100): Promise<DirectoryObject[]> {
    const found: DirectoryObject[] = [];
    for (let cursor = ''; ;) {
      const path = `/directories?limit=${limit}&${filters}${cursor && `&cursor=${cursor}`}`;
      const { body } = expectStatus(await api.call('GET', path, { key }), 200);
      found.push(...(body.data as DirectoryObject[]));
      if (!body.has_more) return found;
      cursor = body.next_cursor as string;
    }
  }

  it('lists every directory once, highest rating first, then by id, whatever the size of a page', async () => {
    const sample = await readSampleCatalog();
    assert.deepEqual(new Set(whole.map(({ name }) => name)), new Set(sample.map(({ name }) => name)));
    assert.equal(whole.length, sample.length);
    const inOrder = whole.toSorted((a, b) => b.domain_rating - a.domain_rating || (a.id < b.id ? -1 : 1));
    assert.deepEqual(whole, inOrder);
    assert.deepEqual(await walk('', 7), whole);
  });

  it('reads each as it is listed, in the mode of the key', async () => {
    const { keys } = await api.newAgency();
    for (const directory of whole.slice(0, 3)) {
      const of = (as: string) => api.call('GET', `/directories/${directory.id}`, { key: as });
      assert.deepEqual(expectStatus(await of(key), 200).body, directory);
      assert.deepEqual(expectStatus(await of(keys.live.read), 200).body, { ...directory, livemode: true });
      assert.equal((await fetch(directory.logo_url)).status, 200);
    }
  });

  const filters: [query: string, keeps: (directory: DirectoryObject) => boolean][] = [
    ['accepts=b2b', ({ accepts }) => accepts === 'b2b'],
    ['accepts=any', ({ accepts }) => accepts === 'any'],
    ['requirement=badge', ({ requirements }) => requirements.includes('badge')],
    ['open=true', ({ open }) => open],
    ['open=false', ({ open }) => !open],
    ['open=true&requirement=promo_code', ({ open, requirements }) => open && requirements.includes('promo_code')],
    ['q=AI', ({ name, url }) => /ai/i.test(name) || /ai/i.test(url)],
    ['q=%25%25', () => false],
  ];
  for (const [query, keeps] of filters) {
    it(`filters by ${query}`, async () => {
      const found = await walk(query, 9);
      assert.deepEqual(found, whole.filter(keeps));
      assert.ok(found.length < whole.length);
    });
  }

  it('refuses filters that are none', async () => {
    for (const [query, code] of [
      ['accepts=all', 'not_allowed'],
      ['requirement=money', 'not_allowed'],
      ['open=yes', 'invalid_type'],
      ['q=a', 'too_short'],
    ] as const) {
      const { error } = expectStatus(await api.call('GET', `/directories?${query}`, { key }), 422).body;
      assert.deepEqual(error.errors, [{ param: query.split('=')[0], code }]);
    }
  });
});
