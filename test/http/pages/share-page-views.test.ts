import assert from 'node:assert/strict';
import { LINK_PREVIEWERS } from '../../../src/http/pages/share/link-previewers.ts';
import { eventually } from '../../support/eventually.ts';
import { expectStatus } from '../../support/factories.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { shareProject, type Shared } from './support/share-world.ts';

const PHONE = 'Mozilla/5.0 (Linux; Android 15; CUBOT X90) AppleWebKit/537.36 Chrome/141.0 Mobile Safari/537.36';
const MESSAGES =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0';

describe('the views of a share page', () => {
  let api: TestService;
  let shared: Shared;

  before(async () => {
    api = await startTestService();
  });
  beforeEach(async () => {
    shared = await shareProject(api);
  });
  after(() => api.close());

  const open = async (options: RequestInit = {}, part = '') => (await fetch(shared.url + part, options)).text();
  const link = async () =>
    expectStatus(await api.call('GET', `/projects/${shared.projectId}/share_link`, { key: shared.key }), 200).body as {
      view_count: number;
      last_viewed_at: string | null;
    };
  const counted = (count: number) =>
    eventually(`${count} views`, async () => {
      const found = await link();
      return found.view_count >= count ? found : null;
    });

  it('count once for each of 50 readers at once, and say when the last came', async () => {
    const since = api.clock.now();
    await Promise.all(Array.from({ length: 50 }, () => open({ headers: { 'user-agent': PHONE } })));
    const { view_count, last_viewed_at } = await counted(50);
    assert.equal(view_count, 50);
    assert.ok(Date.parse(last_viewed_at!) >= since.getTime());
  });

  it('are no previews, prefetches, HEADs, parts of the page or pages that are none', async () => {
    for (const name of LINK_PREVIEWERS) {
      await open({ headers: { 'user-agent': `Mozilla/5.0 (compatible; ${name.toUpperCase()}1.0)` } });
    }
    await open({ headers: { 'user-agent': MESSAGES } });
    await open({ headers: { 'sec-purpose': 'prefetch;prerender' } });
    await open({ headers: { purpose: 'prefetch' } });
    await open({ headers: { 'x-moz': 'prefetch' } });
    await open({ method: 'HEAD' });
    await open({}, '/logo.png');
    await open({}, 'x');
    await open();
    assert.equal((await counted(1)).view_count, 1);
  });

  it('that the database does not take are counted with the next', async () => {
    const { pool } = api.service.db;
    await pool.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
      create trigger refuse before update on share_link for each row execute function refuse()`);
    try {
      for (let readers = 0; readers < 3; readers++) assert.match(await open(), /<h1/);
      assert.equal((await link()).view_count, 0);
    } finally {
      await pool.query('drop trigger refuse on share_link; drop function refuse');
    }
    await open();
    assert.equal((await counted(4)).view_count, 4);
  });

  it('hold up no page: it is answered while the count has to wait', async () => {
    const holder = await api.service.db.pool.connect();
    try {
      await holder.query('begin');
      await holder.query('select 1 from share_link where project_id = $1 for update', [shared.projectId]);
      for (let readers = 0; readers < 30; readers++) assert.match(await open(), /<h1/);
      assert.equal((await link()).view_count, 0);
    } finally {
      await holder.query('commit');
      holder.release();
    }
    assert.equal((await counted(30)).view_count, 30);
  });
});
