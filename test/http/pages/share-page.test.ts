import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { createLogger } from '../../../src/logger.ts';
import { changeBrand } from '../../../src/services/accounts/account-brand.ts';
import { setSuspended } from '../../../src/services/accounts/suspend-account.ts';
import { expectStatus, picture } from '../../support/factories.ts';
import { startSecondApi } from '../../support/second-api.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { startTcpProxy } from '../../support/tcp-proxy.ts';
import { ACTION, createLink, FAILED, putReport, setListings, shareProject, type Shared } from './support/share-world.ts';

const DAY_MS = 86_400_000;
const HOSTILE = `</title><script>alert(1)</script>"'><img src=x onerror=alert(1)>&amp;`;

describe('the share page', () => {
  const logged: string[] = [];
  let api: TestService;
  let shared: Shared;

  before(async () => {
    const destination = new Writable({ write: (line, _, done) => (logged.push(String(line)), done()) });
    api = await startTestService({}, createLogger('trace', 'test', destination));
    shared = await shareProject(api, { launch: true, name: 'Acme Tools' });
    await setListings(api, shared.projectId, 3, { status: 'live', live_url: 'https://directory.example/acme?a=1&b=2' });
    await setListings(api, shared.projectId, 1, { status: 'live' });
    await setListings(api, shared.projectId, 2, { status: 'submitted' });
    await setListings(api, shared.projectId, 2, { status: 'action_required' });
    await setListings(api, shared.projectId, 4, { status: 'not_accepted', reason: 'declined' });
  });
  after(() => api.close());

  const read = async (url: string, options: RequestInit = {}) => {
    const answer = await fetch(url, options);
    return { answer, text: await answer.text() };
  };
  const namesOf = async (projectId: string, status: string) => {
    const path = `/projects/${projectId}/listings?limit=100&status=${status}`;
    const { data } = expectStatus(await api.call('GET', path, { key: shared.key }), 200).body;
    return (data as { directory: { name: string } }[]).map(({ directory }) => directory.name);
  };

  it('lists what is live with its links and what is in progress, and nothing of what directories refused', async () => {
    const { answer, text } = await read(shared.url);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8');
    assert.match(text, /^<!doctype html>\s*<html lang="en">/);
    assert.equal(text.split('href="https://directory.example/acme?a=1&amp;b=2"').length, 4);
    assert.match(text, /Live <span class="count">\(4\)/);
    assert.match(text, /Published without a link/);
    assert.match(text, /In progress <span class="count">\(92\)/);
    for (const status of ['live', 'submitted', 'action_required', 'pending']) {
      for (const name of await namesOf(shared.projectId, status)) assert.ok(text.includes(`<bdi>${name}</bdi>`), name);
    }
    for (const name of await namesOf(shared.projectId, 'not_accepted')) assert.ok(!text.includes(`<bdi>${name}<`), name);
    for (const secret of [ACTION.client_message, 'declined', shared.projectId, shared.agency.accountId, 'launches', '$'])
      assert.ok(!text.includes(secret), secret);
  });

  it('marks a test project, and has no script', async () => {
    const { text } = await read(shared.url);
    assert.match(text, /<title>TEST MODE: Acme Tools/);
    assert.match(text, /<strong>TEST MODE<\/strong>/);
    assert.doesNotMatch(text, /<script|javascript:|\son\w+=/i);
  });

  it('lets nothing in, keeps out of caches and search engines, and tells no one its address', async () => {
    const { answer, text } = await read(shared.url);
    const header = (name: string) => answer.headers.get(name);
    assert.match(
      header('content-security-policy')!,
      /^default-src 'none'; style-src 'sha256-[^']+' 'sha256-[^']+'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
    assert.equal(header('cache-control'), 'private, no-store');
    assert.equal(header('referrer-policy'), 'no-referrer');
    assert.equal(header('x-robots-tag'), 'noindex, nofollow, noarchive');
    assert.equal(header('x-frame-options'), 'DENY');
    assert.equal(header('x-content-type-options'), 'nosniff');
    assert.match(text, /<meta name="robots" content="noindex, nofollow, noarchive" \/>/);
  });

  it('answers the same to a revoked, replaced, expired, unknown or incomplete link', async () => {
    const { key, projectId, url: replaced } = await shareProject(api);
    const revoked = await createLink(api, key, projectId);
    expectStatus(await api.call('DELETE', `/projects/${projectId}/share_link`, { key }), 200);
    const expired = await createLink(api, key, projectId, new Date(api.clock.now().getTime() + DAY_MS));
    api.clock.advance(DAY_MS);
    const base = expired.slice(0, -32);
    const unknown = `${base}${'0'.repeat(32)}`;
    const answers = new Set<string>();
    for (const url of [replaced, revoked, expired, unknown, `${unknown}0`, base, `${expired}/`, `${base}${'%27'.repeat(20)}`]) {
      const { answer, text } = await read(url);
      assert.equal(answer.status, 404, url);
      const varying = ['x-request-id', 'date', 'connection', 'keep-alive'];
      answers.add(JSON.stringify([text, [...answer.headers].filter(([name]) => !varying.includes(name))]));
      for (const part of ['/logo.png', `/reports/rep_${'0'.repeat(22)}`]) {
        assert.equal((await read(url + part)).text, text, url + part);
      }
    }
    api.clock.advance(-DAY_MS);
    assert.equal(answers.size, 1);
    assert.match([...answers][0]!, /This page is not available/);
    assert.doesNotMatch([...answers][0]!, /agency/i);
  });

  it('and its files are a page that says so, and no JSON, while the database is out', async () => {
    const address = new URL(api.config.databaseUrl);
    const proxy = await startTcpProxy({ host: address.hostname, port: Number(address.port) });
    address.port = String(proxy.port);
    const behind = await startSecondApi(api, { databaseUrl: address.href });
    const url = behind.origin + new URL(shared.url).pathname;
    try {
      assert.equal((await read(url)).answer.status, 200);
      proxy.cut();
      for (const part of ['', '/logo.png', `/reports/rep_${'0'.repeat(22)}`]) {
        const { answer, text } = await read(url + part);
        assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '5'], part);
        assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8');
        assert.match(answer.headers.get('content-security-policy')!, /^default-src 'none'; style-src 'sha256-/);
        assert.equal(answer.headers.get('cache-control'), 'no-store');
        assert.match(text, /This page cannot be shown right now/);
      }
      proxy.mend();
      assert.equal((await read(url)).answer.status, 200);
    } finally {
      await behind.close();
      await proxy.close();
    }
  });

  it('takes GET and HEAD only', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const { answer } = await read(shared.url, { method });
      assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'GET, HEAD']);
    }
    const { answer, text } = await read(shared.url, { method: 'HEAD' });
    assert.deepEqual([answer.status, text], [200, '']);
  });

  it('escapes every name, and links to nothing but web addresses', async () => {
    const { agency, projectId, url } = await shareProject(api, { launch: true, name: HOSTILE, tagline: HOSTILE });
    const { pool } = api.service.db;
    await pool.query('update account set name = $2 where id = $1', [agency.accountId, HOSTILE]);
    await setListings(api, projectId, 1, { status: 'live', live_url: 'javascript:alert(1)' });
    await setListings(api, projectId, 1, { status: 'live', live_url: `https://a.example/"><script>alert(1)</script>` });
    const { rows } = await pool.query<{ directory_id: string; name: string }>(
      `select directory_id, d.name from listing l join directory d on d.id = directory_id
       where project_id = $1 and status in ('live', 'pending')`,
      [projectId],
    );
    const ids = rows.map(({ directory_id }) => directory_id);
    await pool.query('update directory set name = $2 where id = any($1)', [ids, HOSTILE]);
    try {
      const { text } = await read(url);
      assert.doesNotMatch(text, /<script|<img src=x|href="javascript:/i);
      assert.match(text, /&lt;\/title&gt;&lt;script&gt;alert\(1\)&lt;\/script&gt;&quot;&#39;&gt;&lt;img src=x/);
      assert.match(text, /&amp;amp;/);
      assert.match(text, /href="https:\/\/a\.example\/&quot;&gt;&lt;script&gt;/);
    } finally {
      for (const { directory_id, name } of rows) {
        await pool.query('update directory set name = $2 where id = $1', [directory_id, name]);
      }
    }
  });

  it('of a draft is empty, and is unmoved by a hold or a suspension', async () => {
    const { agency, projectId, url } = await shareProject(api);
    const { text } = await read(url);
    assert.match(text, /No directory has published the product yet/);
    assert.match(text, /No listing is in progress/);
    assert.doesNotMatch(text, /Latest reports/);
    await api.service.db.pool.query(
      "update project set status = 'on_hold', hold_reason = 'review', launched_at = $2 where id = $1",
      [projectId, api.clock.now()],
    );
    await setSuspended(api.service, agency.accountId, true);
    assert.equal((await read(url)).text, text);
  });

  it('shows 100 live listings, the best rated first', async () => {
    const { projectId, url } = await shareProject(api, { launch: true });
    await setListings(api, projectId, 100, { status: 'live', live_url: 'https://directory.example/' });
    const { text } = await read(url);
    const ratings = [...text.matchAll(/Domain rating (\d+)/g)].map(([, rating]) => Number(rating));
    assert.equal(ratings.length, 100);
    assert.deepEqual(ratings, ratings.toSorted((a, b) => b - a));
    assert.match(text, /Domain ratings: Made-up figures/);
  });

  it('has the agency’s colours, and its logo for as long as the link is active', async () => {
    const { agency, key, projectId, url } = await shareProject(api);
    assert.match((await read(url)).text, /--brand:#2563eb;--on-brand:#ffffff/);
    assert.equal((await fetch(`${url}/logo.png`)).status, 404);
    const png = await picture();
    const logo = { png, width: 64, height: 64 };
    await changeBrand(api.service, agency.accountId, { logo, primaryColor: '#fde047', accentColor: '#ffff00' });
    const { text } = await read(url);
    assert.match(text, /--brand:#fde047;--on-brand:#000000/);
    const [, address] = /<img\s+src="([^"]+)" width="64" height="64" alt="Test agency"/.exec(text)!;
    const image = await fetch(new URL(address!, url));
    assert.deepEqual([image.status, image.headers.get('content-type')], [200, 'image/png']);
    assert.deepEqual(Buffer.from(await image.arrayBuffer()), png);
    expectStatus(await api.call('DELETE', `/projects/${projectId}/share_link`, { key }), 200);
    assert.equal((await fetch(`${url}/logo.png`)).status, 404);
  });

  it('serves the latest reports, never one with logins, of another project, unfinished or expired', async () => {
    const [mine, other] = [await shareProject(api), await shareProject(api)];
    const pdf = await putReport(api, mine, { file_name: 'Überblick "2026" 咖啡.pdf' });
    const xlsx = await putReport(api, mine, { format: 'xlsx', file_name: 'Report.xlsx' });
    const hidden = [
      await putReport(api, mine, { include_logins: true }),
      await putReport(api, mine, FAILED),
      await putReport(api, mine, { expires_at: api.clock.now() }),
      await putReport(api, other),
    ];
    const { text } = await read(mine.url);
    for (const id of hidden) {
      assert.ok(!text.includes(id));
      assert.equal((await fetch(`${mine.url}/reports/${id}`)).status, 404);
    }
    const links = [...text.matchAll(/href="(\w+\/reports\/(rep_\w+))"/g)];
    assert.deepEqual(links.map(([, , id]) => id), [xlsx, pdf]);
    const { answer, text: file } = await read(new URL(links[1]![1]!, mine.url).href);
    assert.deepEqual([answer.status, file], [200, pdf]);
    assert.equal(answer.headers.get('content-type'), 'application/pdf');
    assert.equal(answer.headers.get('cache-control'), 'private, no-store');
    assert.equal(
      answer.headers.get('content-disposition'),
      `attachment; filename="Uberblick _2026.pdf"; filename*=UTF-8''%C3%9Cberblick%20%222026%22%20%E5%92%96%E5%95%A1.pdf`,
    );
  });

  it('leaves its address in no log', async () => {
    await read(shared.url);
    await read(`${shared.url}/logo.png`);
    await read(shared.url, { method: 'POST' });
    const token = shared.url.slice(-32);
    assert.ok(logged.some((line) => line.includes('"path":"/s/…"')));
    assert.ok(!logged.some((line) => line.includes(token)));
  });
});
