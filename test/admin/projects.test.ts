import assert from 'node:assert/strict';
import { grantSlots } from '../../src/services/listings/grant-slots.ts';
import { createReadyProject, expectStatus, projectBody } from '../support/factories.ts';
import { startTestService, type TestService } from '../support/service.ts';
import type { Agency } from '../../src/main/agency.ts';
import { adminOf, jsonOf, textOf, type RunAdmin } from './support/run-admin.ts';

describe('the operators’ project commands', () => {
  let api: TestService;
  let admin: RunAdmin;
  let agency: Agency;

  before(async () => {
    api = await startTestService();
    admin = adminOf(api.config.databaseUrl);
  });
  beforeEach(async () => {
    agency = await api.newAgency();
  });
  after(() => api.close());

  const create = async (key: string, json: Record<string, unknown> = {}) =>
    expectStatus(await api.call('POST', '/projects', { key, json: projectBody(json) }), 201).body;

  it('show what a draft lacks, and how its images and its autofill stand', async () => {
    const logo_url = 'https://acme-tools.io/logo.png';
    const { id } = await create(agency.keys.live.full, {
      url: 'https://acme-tools.io',
      contact_email: null,
      logo_url,
    });
    const [shown, text] = await Promise.all([
      jsonOf(admin, 'project', 'show', id),
      textOf(admin, 'project', 'show', id),
    ]);
    assert.deepEqual([shown.object, shown.id, shown.account, shown.mode], ['project', id, agency.accountId, 'live']);
    assert.deepEqual([shown.status, shown.url, shown.name], ['draft', 'https://acme-tools.io', 'Acme Tools']);
    assert.match(shown.images[0].id, /^img_/, 'even while the API shows none');
    assert.deepEqual(shown.images, [{ id: shown.images[0].id, kind: 'logo', status: 'importing', error: null }]);
    assert.deepEqual(shown.autofill, { status: 'running', filled: [], image_candidates: 0 });
    assert.deepEqual(shown.readiness, { ready: false, missing: ['contact_email', 'logo', 'screenshots'] });
    assert.deepEqual([shown.progress, shown.allowance, shown.launched_at], [null, null, null]);
    assert.match(text, /^images +logo importing$/m);
    assert.match(text, /^readiness +lacks contact_email, logo, screenshots$/m);
    assert.match(text, /^listings +-$/m);
  });

  it('show how the listings of a launched project stand', async () => {
    const key = agency.keys.test.full;
    const { id } = await createReadyProject(api.call, key);
    expectStatus(await api.call('POST', `/projects/${id}/launch`, { key }), 200);
    await grantSlots(api.service, { account_id: agency.accountId, livemode: false }, api.clock.now());
    const [shown, text, { body: project }] = await Promise.all([
      jsonOf(admin, 'project', 'show', id),
      textOf(admin, 'project', 'show', id),
      api.call('GET', `/projects/${id}`, { key }),
    ]);
    assert.equal(project.progress.in_progress, 100);
    assert.deepEqual([shown.progress, shown.allowance], [project.progress, project.allowance]);
    assert.deepEqual([shown.mode, shown.status, shown.readiness.ready], ['test', 'in_progress', true]);
    assert.match(text, /^images +logo ready, screenshot ready$/m);
    assert.match(text, /^listings +100 in total: 100 in_progress$/m);
  });

  it('list the projects of one account in one mode, newest first', async () => {
    const other = await api.newAgency();
    const older = await create(agency.keys.test.full);
    api.clock.advance(1_000);
    const newer = await create(agency.keys.test.full, { name: 'Newer' });
    const live = await create(agency.keys.live.full, { url: 'https://acme-tools.io' });
    await create(other.keys.test.full);
    const list = (mode: string, ...options: string[]) =>
      jsonOf(admin, 'project', 'list', agency.accountId, '--mode', mode, ...options);
    const [listed, limited, inLive, table, none] = await Promise.all([
      list('test'),
      list('test', '--limit', '1'),
      list('live'),
      textOf(admin, 'project', 'list', agency.accountId, '--mode', 'test'),
      textOf(admin, 'project', 'list', other.accountId, '--mode', 'live'),
    ]);
    const ids = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);
    assert.deepEqual([ids(listed), listed.has_more], [[newer.id, older.id], false]);
    assert.deepEqual([ids(limited), limited.has_more], [[newer.id], true]);
    assert.deepEqual(ids(inLive), [live.id]);
    assert.deepEqual(listed.data[0], await jsonOf(admin, 'project', 'show', newer.id));
    assert.match(table, new RegExp(`^${newer.id}  draft   -         running   \\S+  Newer +${newer.url}$`, 'm'));
    assert.equal(none, `The account ${other.accountId} has no projects in live mode.\n`);
  });
});
