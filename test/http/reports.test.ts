import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSecretBox } from '../../src/crypto/secret-box.ts';
import type { ReportData, ReportListing } from '../../src/documents/report-data.ts';
import { buildReport, failReport } from '../../src/services/reports/build-report.ts';
import { sweepAssets } from '../../src/services/images/sweep-assets.ts';
import { sweepReports } from '../../src/services/reports/sweep-reports.ts';
import type { Agency } from '../../src/main/agency.ts';
import { createReadyProject, expectStatus, projectBody } from '../support/factories.ts';
import { readFeed } from '../support/feed.ts';
import { readyReport } from '../support/reports.ts';
import { startTestService, type TestService } from '../support/service.ts';

const DAY_MS = 86_400_000;

describe('reports', () => {
  let api: TestService;
  let agency: Agency;
  let key: string;
  let project: string;

  before(async () => {
    api = await startTestService();
  });
  after(() => api.close());
  beforeEach(async () => {
    agency = await api.newAgency();
    key = agency.keys.test.full;
    project = (await createReadyProject(api.call, key)).id;
  });

  const post = (json: object, id = project, headers: Record<string, string> = {}) =>
    api.call('POST', `/projects/${id}/reports`, { key, json, headers });
  const get = (path: string, as = key) => api.call('GET', path, { key: as });

  it('begin as building, with neither file nor end, and start their workflow in the same commit', async () => {
    const { body } = expectStatus(await post({ format: 'xlsx' }), 201);
    assert.deepEqual(body, {
      object: 'report',
      id: body.id,
      livemode: false,
      project,
      format: 'xlsx',
      include_logins: false,
      status: 'building',
      file_name: null,
      created_at: body.created_at,
      ready_at: null,
      expires_at: null,
    });
    assert.deepEqual(expectStatus(await get(`/reports/${body.id}`), 200).body, body);
    const { rows } = await api.service.db.pool.query<{ kind: string }>('select kind from outbox where target = $1', [
      `report/${body.id}`,
    ]);
    assert.deepEqual(rows, [{ kind: 'start' }]);
    assert.equal(expectStatus(await get(`/reports/${body.id}/file`), 404).body.error.code, 'not_found');
  });

  it('take a format and nothing they do not know', async () => {
    for (const [json, errors] of [
      [{}, [{ param: 'format', code: 'required' }]],
      [{ format: 'docx' }, [{ param: 'format', code: 'not_allowed' }]],
      [{ format: 'pdf', include_logins: 'yes' }, [{ param: 'include_logins', code: 'invalid_type' }]],
    ] as const) {
      assert.deepEqual(expectStatus(await post(json), 422).body.error.errors, errors);
    }
  });

  it('are built of drafts too', async () => {
    const { id } = expectStatus(await api.call('POST', '/projects', { key, json: projectBody() }), 201).body as {
      id: string;
    };
    expectStatus(await post({ format: 'pdf' }, id), 201);
  });

  for (const [format, seconds] of [
    ['pdf', 30],
    ['xlsx', 10],
  ] as const) {
    it(`are built of a project as ${format} every ${seconds} seconds at most, with and without logins apart`, async () => {
      const other = await createReadyProject(api.call, key);
      for (const include_logins of [false, true]) expectStatus(await post({ format, include_logins }), 201);
      api.clock.advance((seconds - 1) * 1_000);
      for (const include_logins of [false, true]) {
        const refused = expectStatus(await post({ format, include_logins }), 429);
        assert.equal(refused.body.error.code, 'rate_limited');
        const wait = Number(refused.headers['retry-after']);
        assert.ok(wait >= 1 && wait <= 2, String(wait));
      }
      expectStatus(await post({ format }, other.id), 201);
      api.clock.advance(1_000);
      expectStatus(await post({ format }), 201);
      assert.equal(Number(expectStatus(await post({ format }), 429).headers['retry-after']), seconds);
    });
  }

  it('asked for twice at once are built once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => post({ format: 'pdf' })));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, ...Array.from({ length: 7 }, () => 429)]);
  });

  it('repeated with one idempotency key are one, whatever the limit; a refusal is not kept', async () => {
    const headers = { 'idempotency-key': 'report 1' };
    const { body } = expectStatus(await post({ format: 'pdf' }, project, headers), 201);
    const replayed = expectStatus(await post({ format: 'pdf' }, project, headers), 201);
    assert.deepEqual([replayed.body, replayed.headers['idempotent-replayed']], [body, 'true']);
    const second = { 'idempotency-key': 'report 2' };
    expectStatus(await post({ format: 'pdf' }, project, second), 429);
    api.clock.advance(30_000);
    assert.notEqual(expectStatus(await post({ format: 'pdf' }, project, second), 201).body.id, body.id);
  });

  it('become ready with a file for 7 days, and one event', async () => {
    const bytes = Buffer.from('%PDF-1.7 any bytes \u0000\u00ff');
    const report = await readyReport(api, key, project, { bytes });
    assert.equal(report.status, 'ready');
    assert.equal(Date.parse(report.expires_at!) - Date.parse(report.ready_at!), 7 * DAY_MS);
    const answer = expectStatus(await get(`/reports/${report.id}/file`), 200);
    assert.deepEqual(answer.body, bytes);
    assert.deepEqual(
      ['content-type', 'content-length', 'cache-control', 'x-content-type-options'].map((name) => answer.headers[name]),
      ['application/pdf', String(bytes.length), 'no-store', 'nosniff'],
    );
    const head = expectStatus(await api.call('HEAD', `/reports/${report.id}/file`, { key }), 200);
    assert.equal(head.headers['content-length'], String(bytes.length));
    const events = (await readFeed(api.call, key)).filter(({ type }) => type.startsWith('report.'));
    assert.deepEqual(
      events.map(({ type, data }) => [type, data]),
      [['report.ready', { object: report, previous_status: 'building' }]],
    );
  });

  it('that could not be built fail, with one event and no file', async () => {
    const { id } = expectStatus(await post({ format: 'pdf' }), 201).body as { id: string };
    await Promise.all([failReport(api.service, id), failReport(api.service, id)]);
    const { body } = expectStatus(await get(`/reports/${id}`), 200);
    assert.deepEqual([body.status, body.file_name, body.ready_at], ['failed', null, null]);
    assert.equal(expectStatus(await get(`/reports/${id}/file`), 404).body.error.code, 'not_found');
    const events = (await readFeed(api.call, key)).filter(({ type }) => type.startsWith('report.'));
    assert.deepEqual(
      events.map(({ type }) => type),
      ['report.failed'],
    );
  });

  for (const [name, stem, ascii] of [
    ['Acme Tools', 'Acme Tools', 'Acme Tools'],
    ['a/b\\c:"d"*?<e>|f%', 'a b c d e f', 'a b c d e f'],
    ['..', 'Project', 'Project'],
    ['Über Äpfel', 'Über Äpfel', 'Uber Apfel'],
    ['极致工具 🚀', '极致工具 🚀', '_ _'],
    ["it's (new)\u202E", "it's (new)", 'it_s (new)'],
  ] as const) {
    it(`of a project named ${JSON.stringify(name)} have a safe file name, in both forms of the header`, async () => {
      expectStatus(await api.call('PATCH', `/projects/${project}`, { key, json: { name } }), 200);
      const { id, file_name } = await readyReport(api, key, project, { json: { format: 'xlsx' } });
      const day = api.clock.now().toISOString().slice(0, 10);
      const rest = ` listings ${day} TEST MODE.xlsx`;
      assert.equal(file_name, stem + rest);
      const { headers } = expectStatus(await get(`/reports/${id}/file`), 200);
      const [, plain, encoded] = /^attachment; filename="([ -~]*)"; filename\*=UTF-8''([\w.~!%-]+)$/.exec(
        headers['content-disposition']!,
      )!;
      assert.equal(plain, (ascii + rest).replace(/^[ ._]+/, ''));
      assert.equal(decodeURIComponent(encoded!), file_name);
    });
  }

  it('with logins take a key with full permissions to read and to download; others do not', async () => {
    const read = agency.keys.test.read;
    const open = await readyReport(api, key, project);
    const secret = await readyReport(api, key, project, { json: { format: 'pdf', include_logins: true } });
    for (const path of [`/reports/${open.id}`, `/reports/${open.id}/file`]) expectStatus(await get(path, read), 200);
    for (const path of [`/reports/${secret.id}`, `/reports/${secret.id}/file`]) {
      expectStatus(await get(path), 200);
      assert.equal(expectStatus(await get(path, read), 403).body.error.code, 'permission_denied');
    }
  });

  it('with logins lie sealed in storage, and open under every accepted key; without the key they are gone', async () => {
    const bytes = Buffer.from('%PDF-1.7 the password is correct-horse \u0000\u00ff'.repeat(1_000), 'latin1');
    const logins = { format: 'pdf', include_logins: true };
    const { id } = await readyReport(api, key, project, { json: logins, bytes });
    const open = await readyReport(api, key, project, { bytes });
    const { rows } = await api.service.db.pool.query<{ id: string; asset_key: string; size_bytes: number }>(
      'select id, asset_key, size_bytes from report',
    );
    for (const report of rows.filter((row) => [id, open.id].includes(row.id))) {
      const stored = await readFile(join(api.storageFolder, report.asset_key));
      assert.equal(stored.includes('correct-horse'), report.id === open.id);
      assert.equal(report.size_bytes, bytes.length);
    }
    const answer = expectStatus(await get(`/reports/${id}/file`), 200);
    assert.deepEqual(answer.body, bytes);
    assert.equal(answer.headers['content-length'], String(bytes.length));

    const { secrets } = api.service;
    const [lost, present] = [api.config.secretKey, Buffer.alloc(32, 9)];
    const before = { ...secrets };
    try {
      Object.assign(secrets, createSecretBox([present, lost]));
      assert.deepEqual(expectStatus(await get(`/reports/${id}/file`), 200).body, bytes);
      Object.assign(secrets, createSecretBox([present]));
      assert.equal(expectStatus(await get(`/reports/${id}/file`), 410).body.error.code, 'gone');
      expectStatus(await get(`/reports/${open.id}/file`), 200);
    } finally {
      Object.assign(secrets, before);
    }
  });

  it('tell the times of listings as the API does', async () => {
    expectStatus(await api.call('POST', `/projects/${project}/launch`, { key, json: { auto_replace: false } }), 200);
    type Shown = Record<'id' | 'created_at', string> & Record<'submitted_at' | 'live_at', string | null>;
    const readAll = async () =>
      expectStatus(await get(`/projects/${project}/listings?limit=100`), 200).body.data as Shown[];
    const [moved] = await readAll();
    for (const to of ['in_progress', 'submitted', 'live']) {
      api.clock.advance(47 * 60_000 + 13_579);
      expectStatus(await api.call('POST', `/test_helpers/listings/${moved!.id}/advance`, { key, json: { to } }), 200);
    }
    const { id } = expectStatus(await post({ format: 'xlsx' }), 201).body as { id: string };
    let told: ReportListing[] = [];
    const build = (_: string, { listings }: ReportData) => ((told = listings), Promise.resolve(Buffer.from('x')));
    await buildReport({ ...api.service, documents: { build, close: () => Promise.resolve() } }, id);
    const shown = await readAll();
    const timesOf = (listings: (string | null)[][]) => listings.map((times) => times.join()).toSorted();
    const iso = (time: Date | null) => time && time.toISOString().replace('.000Z', 'Z');
    assert.deepEqual(
      timesOf(told.map(({ createdAt, submittedAt, liveAt }) => [createdAt, submittedAt, liveAt].map(iso))),
      timesOf(shown.map((listing) => [listing.created_at, listing.submitted_at, listing.live_at])),
    );
    assert.ok(told.every(({ movedAt }) => movedAt.getTime() % 3_600_000 === 0));
    assert.equal(told.filter(({ liveAt }) => liveAt).length, 1);
  });

  it('are gone after 7 days to the second, while the report stays; a sweep finds what no workflow deleted', async () => {
    const { id } = await readyReport(api, key, project);
    api.clock.advance(7 * DAY_MS - 1_000);
    await sweepReports(api.service, api.clock.now(), 500);
    expectStatus(await get(`/reports/${id}/file`), 200);
    api.clock.advance(2_000);
    assert.equal(expectStatus(await get(`/reports/${id}/file`), 410).body.error.code, 'gone');
    assert.equal(expectStatus(await get(`/reports/${id}`), 200).body.status, 'ready');
    const { rows } = await api.service.db.pool.query<{ asset_key: string }>(
      'select asset_key from report where id = $1',
      [id],
    );
    const stored = async () => {
      const file = await api.service.storage.read(rows[0]!.asset_key);
      file?.bytes.destroy();
      return file !== null;
    };
    assert.ok(await stored());
    await sweepReports(api.service, api.clock.now(), 500);
    await sweepAssets(api.service, api.clock.now(), 500);
    assert.ok(!(await stored()));
    assert.equal(expectStatus(await get(`/reports/${id}/file`), 410).body.error.code, 'gone');
  });

  it('whose workflow was lost fail after a day', async () => {
    const { id } = expectStatus(await post({ format: 'pdf' }), 201).body as { id: string };
    api.clock.advance(DAY_MS - 1_000);
    await sweepReports(api.service, api.clock.now(), 500);
    assert.equal(expectStatus(await get(`/reports/${id}`), 200).body.status, 'building');
    api.clock.advance(2_000);
    await sweepReports(api.service, api.clock.now(), 500);
    assert.equal(expectStatus(await get(`/reports/${id}`), 200).body.status, 'failed');
  });

  it('go with their draft, and so do their files', async () => {
    const ready = await readyReport(api, key, project);
    const { id } = expectStatus(await post({ format: 'xlsx' }), 201).body as { id: string };
    const { rows } = await api.service.db.pool.query<{ asset_key: string }>(
      'select asset_key from report where id = $1',
      [ready.id],
    );
    expectStatus(await api.call('DELETE', `/projects/${project}`, { key }), 200);
    for (const gone of [ready.id, id]) expectStatus(await get(`/reports/${gone}`), 404);
    await sweepAssets(api.service, api.clock.now(), 500);
    assert.equal(await api.service.storage.read(rows[0]!.asset_key), null);
  });
});
