import assert from 'node:assert/strict';
import type { Agency } from '../../src/main/agency.ts';
import { grantSlots } from '../../src/services/listings/grant-slots.ts';
import { createReadyProject, expectStatus } from '../support/factories.ts';
import { readFeed } from '../support/feed.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { adminOf, jsonOf, textOf, type RunAdmin } from './support/run-admin.ts';

describe('the operators’ hold commands', () => {
  let api: TestService;
  let admin: RunAdmin;
  let agency: Agency;
  let key: string;

  before(async () => {
    api = await startTestService();
    admin = adminOf(api.config.databaseUrl, { PUBLIC_URL: 'https://listings.example/' });
  });
  beforeEach(async () => {
    agency = await api.newAgency();
    key = agency.keys.test.full;
  });
  after(() => api.close());

  const launched = async () => {
    const { id } = await createReadyProject(api.call, key);
    expectStatus(await api.call('POST', `/projects/${id}/launch`, { key }), 200);
    return id;
  };
  const read = async (id: string) => expectStatus(await api.call('GET', `/projects/${id}`, { key }), 200).body;
  const grant = () => grantSlots(api.service, { account_id: agency.accountId, livemode: false }, api.clock.now());

  it('keep the listings of a project from starting until it is released', async () => {
    const id = await launched();
    const held = await jsonOf(admin, 'project', 'hold', id, '--reason', 'review');
    assert.deepEqual([held.status, held.hold_reason], ['on_hold', 'review']);
    assert.equal((await read(id)).status, 'on_hold');
    assert.equal((await grant()).granted, 0);
    assert.equal(await textOf(admin, 'project', 'release', id), `Released project ${id}, which is now in_progress.\n`);
    assert.equal((await read(id)).status, 'in_progress');
    assert.equal((await grant()).granted, 100);
  });

  it('send the events of it, with images where PUBLIC_URL says that clients find them', async () => {
    const id = await launched();
    const before = (await readFeed(api.call, key)).length;
    await textOf(admin, 'project', 'hold', id, '--reason', 'paused');
    await textOf(admin, 'project', 'release', id);
    const events = (await readFeed(api.call, key)).slice(before);
    assert.deepEqual(
      events.map(({ type, data }) => [type, data.previous_status]),
      [
        ['project.on_hold', 'in_progress'],
        ['project.in_progress', 'on_hold'],
      ],
    );
    const { logo } = events[0]!.data.object as unknown as { logo: { url: string } };
    assert.match(logo.url, /^https:\/\/listings\.example\/assets\//);
  });

  it('wake what waited when a project is released', async () => {
    const id = await launched();
    await textOf(admin, 'project', 'hold', id, '--reason', 'paused');
    await api.service.db.sql.deleteFrom('outbox').execute();
    await textOf(admin, 'project', 'release', id);
    const woken = await api.service.db.sql.selectFrom('outbox').select('target').execute();
    assert.deepEqual(
      new Set(woken.map(({ target }) => target)),
      new Set([`launch/${id}`, `capacity/${agency.accountId}/test`]),
    );
  });

  it('change the reason of a hold, and refuse the same again, a draft, and to release what is not held', async () => {
    const id = await launched();
    const { id: draft } = await createReadyProject(api.call, key);
    const refused = (sentence: string) => ({ exitCode: 1, stdout: '', stderr: `${sentence}\n` });
    assert.deepEqual(await admin('project', 'release', id), refused(`The project ${id} is not held.`));
    await textOf(admin, 'project', 'hold', id, '--reason', 'paused');
    assert.deepEqual(
      await admin('project', 'hold', id, '--reason', 'paused'),
      refused(`The project ${id} is held already (paused).`),
    );
    assert.equal((await jsonOf(admin, 'project', 'hold', id, '--reason', 'review')).hold_reason, 'review');
    assert.deepEqual(
      await admin('project', 'hold', draft, '--reason', 'paused'),
      refused(`The project ${draft} cannot be held: it is a draft, which does nothing yet.`),
    );
    assert.equal((await read(draft)).status, 'draft');
  });
});
