import assert from 'node:assert/strict';
import { createFeedCache } from '../../src/http/badge/feed-cache.ts';
import { editDirectory } from '../../src/services/catalog/change-catalog.ts';
import { changeBrand } from '../../src/services/accounts/account-brand.ts';
import { createReadyProject, expectStatus } from '../support/factories.ts';
import { startTestService, type TestService } from '../support/service.ts';

const MINUTE_MS = 60_000;

describe('the feed of a project', () => {
  let api: TestService;
  let accountId: string;
  let key: string;
  let id: string;
  let urls: { json_url: string; html_url: string };

  before(async () => {
    api = await startTestService();
  });
  after(() => api.close());
  beforeEach(async () => {
    const agency = await api.newAgency();
    ({ accountId } = agency);
    key = agency.keys.test.full;
    ({ id } = await createReadyProject(api.call, key));
    urls = expectStatus(await api.call('GET', `/projects/${id}/badge`, { key }), 200).body.feed;
  });

  const badges = async () => ((await (await fetch(urls.json_url)).json()) as { badges: string[] }).badges;
  const asking = () =>
    api.service.db.pool
      .query<{ name: string; slug: string }>(
        `select name, slug from directory
         where open and 'badge' = any(requirements) and accepts in ('any', 'b2b') order by domain_rating desc, id`,
      )
      .then(({ rows }) => rows);

  it('holds a badge for each directory that asks for one and takes the project, in both forms', async () => {
    const json = await fetch(urls.json_url);
    const html = await fetch(urls.html_url);
    assert.equal(json.headers.get('content-type'), 'application/json; charset=utf-8');
    assert.equal(html.headers.get('content-type'), 'text/html; charset=utf-8');
    const fragments = ((await json.json()) as { badges: string[] }).badges;
    assert.equal(await html.text(), `${fragments.join('\n')}\n<!-- end of badges -->\n`);
    const names = (await asking()).map(({ name }) => name);
    assert.ok(fragments.length > 1);
    for (const fragment of fragments) {
      assert.ok(fragment.includes(`data-badge-feed="${id}"`), fragment);
      const [, shown] = /<span>Find us on (.*)<\/span><\/a>$/.exec(fragment) ?? [];
      assert.ok(names.includes(shown!.replaceAll('&amp;', '&').replaceAll('&#39;', "'")), fragment);
    }
  });

  it('may be kept by caches, and is not sent again to who has it', async () => {
    for (const url of Object.values(urls)) {
      const first = await fetch(url);
      assert.equal(
        first.headers.get('cache-control'),
        'public, max-age=60, s-maxage=300, stale-while-revalidate=600, stale-if-error=86400',
      );
      assert.equal(first.headers.get('access-control-allow-origin'), '*');
      assert.equal(first.headers.get('set-cookie'), null);
      const etag = first.headers.get('etag')!;
      for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await fetch(url, { headers: { 'if-none-match': tags } });
        assert.deepEqual([again.status, await again.text(), again.headers.get('etag')], [304, '', etag], tags);
      }
      const changed = await fetch(url, { headers: { 'if-none-match': '"other"' } });
      assert.equal(changed.status, 200);
    }
  });

  it('carries the account’s colour and name', async () => {
    await changeBrand(api.service, accountId, { primaryColor: '#c026d3' });
    for (const fragment of await badges()) {
      assert.match(fragment, /border:1px solid #c026d3/);
      assert.match(fragment, /title="[^"]+, by Test agency"/);
    }
  });

  it('shows a change of the catalog within a minute, and not sooner asks the database again', async () => {
    const before = await badges();
    const directory = (await asking()).find(({ name }) =>
      before.some((badge) => badge.includes(`Find us on ${name}<`)),
    )!;
    await editDirectory(api.service, directory.slug, { open: false });
    assert.deepEqual(await badges(), before);
    api.clock.advance(MINUTE_MS);
    assert.equal((await badges()).length, before.length - 1);
    await editDirectory(api.service, directory.slug, { open: true });
  });

  it('is answered to HEAD without a body, and to nothing that writes', async () => {
    const head = await fetch(urls.json_url, { method: 'HEAD' });
    assert.deepEqual([head.status, await head.text()], [200, '']);
    assert.equal(head.headers.get('etag'), (await fetch(urls.json_url)).headers.get('etag'));
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const refused = await fetch(urls.json_url, { method });
      assert.deepEqual([refused.status, refused.headers.get('allow')], [405, 'GET, HEAD'], method);
    }
  });

  it('is found by its own address only', async () => {
    const unknown = urls.json_url.replace(id, `prj_${'0'.repeat(22)}`);
    const others = [
      unknown,
      `${urls.json_url}/`,
      urls.json_url.replace('.json', ''),
      urls.json_url.replace('.json', '.xml'),
    ];
    for (const url of others) {
      const answer = await fetch(url);
      assert.deepEqual([answer.status, answer.headers.get('cache-control')], [404, 'no-store'], url);
    }
    assert.equal((await fetch(`${urls.json_url}?cache=buster`)).status, 200);
  });

  it('ends with a draft that is deleted', async () => {
    assert.ok((await badges()).length > 0);
    expectStatus(await api.call('DELETE', `/projects/${id}`, { key }), 200);
    api.clock.advance(MINUTE_MS);
    assert.equal((await fetch(urls.json_url)).status, 404);
  });

  it('is sent on as it was while the database cannot be asked', async () => {
    const before = await badges();
    await api.service.db.pool.query('alter table directory rename to directory_away');
    try {
      api.clock.advance(10 * MINUTE_MS);
      assert.deepEqual(await badges(), before);
    } finally {
      await api.service.db.pool.query('alter table directory_away rename to directory');
    }
  });

  it('is sent on as it was while the database is slow', async () => {
    const before = await badges();
    const blocker = await api.service.db.pool.connect();
    await blocker.query('begin; lock table directory in access exclusive mode');
    try {
      api.clock.advance(MINUTE_MS);
      const startedAt = performance.now();
      assert.deepEqual(await badges(), before);
      assert.ok(performance.now() - startedAt < 2_500);
    } finally {
      await blocker.query('rollback');
      blocker.release();
    }
  });
});

describe('the cache of feeds', () => {
  const KB = 'x'.repeat(1_000);

  it('reads a feed once for any number of requests at once', async () => {
    let reads = 0;
    const feeds = createFeedCache({ read: async () => [`${++reads}`], now: () => 0, maxBytes: 1e6 });
    const found = await Promise.all(Array.from({ length: 100 }, () => feeds('a')));
    assert.equal(reads, 1);
    assert.equal(new Set(found).size, 1);
    await feeds('a');
    assert.equal(reads, 1);
  });

  it('keeps no more than it may, and lets go first of what was asked for longest ago', async () => {
    const reads: string[] = [];
    const read = async (id: string) => {
      reads.push(id);
      return [KB];
    };
    // A feed of 1 KB has two forms and the overhead of its entry.
    const feeds = createFeedCache({ read, now: () => 0, maxBytes: 10_000 });
    for (const id of ['a', 'b', 'c']) await feeds(id);
    await feeds('a');
    await feeds('d');
    await feeds('a');
    await feeds('b');
    assert.deepEqual(reads, ['a', 'b', 'c', 'd', 'b']);
  });

  it('looks for a project that did not exist again after 10 seconds, and not with every request', async () => {
    let exists = false;
    let reads = 0;
    let nowMs = 0;
    const read = async () => (reads++, exists ? [KB] : null);
    const feeds = createFeedCache({ read, now: () => nowMs, maxBytes: 1e6 });
    for (let asked = 0; asked < 5; asked++) assert.equal(await feeds('a'), null);
    assert.equal(reads, 1);
    exists = true;
    nowMs = 9_999;
    assert.equal(await feeds('a'), null);
    nowMs = 10_000;
    assert.ok(await feeds('a'));
  });

  it('remembers 10,000 projects that do not exist at most, and reads 4 feeds at once at most', async () => {
    let reads = 0;
    let [running, most] = [0, 0];
    const read = async () => {
      reads++;
      most = Math.max(most, ++running);
      await Promise.resolve();
      running--;
      return null;
    };
    const feeds = createFeedCache({ read, now: () => 0, maxBytes: 1e6 });
    const ids = Array.from({ length: 10_001 }, (_, index) => `prj_${index}`);
    await Promise.all(ids.map(feeds));
    assert.deepEqual([reads, most], [10_001, 4]);
    await feeds(ids[10_000]!);
    assert.equal(reads, 10_001);
    await feeds(ids[0]!);
    assert.equal(reads, 10_002);
  });

  it('tries again 5 seconds after a failure, and not with every request', async () => {
    let reads = 0;
    let nowMs = 0;
    const read = async () => {
      if (reads++ > 0) throw new Error('away');
      return [KB];
    };
    const feeds = createFeedCache({ read, now: () => nowMs, maxBytes: 1e6 });
    const first = await feeds('a');
    nowMs = 60_000;
    for (let asked = 0; asked < 5; asked++) assert.equal(await feeds('a'), first);
    assert.equal(reads, 2);
    nowMs += 5_000;
    await feeds('a');
    assert.equal(reads, 3);
  });
});
