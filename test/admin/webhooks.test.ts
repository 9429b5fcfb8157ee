import assert from 'node:assert/strict';
import type { Agency } from '../../src/main/agency.ts';
import type { Scope } from '../../src/db/scope.ts';
import { replayBatch } from '../../src/services/webhooks/replay-batch.ts';
import { expectStatus } from '../support/factories.ts';
import { failDeliveries, recordEvents } from '../support/missed-events.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { adminOf, jsonOf, textOf, type RunAdmin } from './support/run-admin.ts';

const UNKNOWN = `we_${'0'.repeat(22)}`;

describe('the operators’ webhook commands', () => {
  let api: TestService;
  let admin: RunAdmin;
  let agency: Agency;
  let scope: Scope;
  let endpoint: string;

  before(async () => {
    api = await startTestService();
    admin = adminOf(api.config.databaseUrl);
  });
  beforeEach(async () => {
    agency = await api.newAgency();
    scope = { account_id: agency.accountId, livemode: false };
    endpoint = await create(agency.keys.test.full);
  });
  after(() => api.close());

  const create = async (key: string) => {
    const json = { url: 'https://receiver.localhost/hooks?token=hush', description: 'Orders' };
    return expectStatus(await api.call('POST', '/webhook_endpoints', { key, json }), 201).body.id as string;
  };
  const record = (count: number) => recordEvents(api.service, scope, 'project.launched', count);
  const refused = (sentence: string) => ({ exitCode: 1, stdout: '', stderr: `${sentence}\n` });
  const since = () => new Date(api.clock.now().getTime() - 3_600_000).toISOString();
  const targets = async () => {
    const rows = await api.service.db.sql.selectFrom('outbox').select(['kind', 'target']).orderBy('id').execute();
    return rows.map(({ kind, target }) => `${kind} ${target}`);
  };

  it('list the endpoints of an account and a mode, with what waits for them', async () => {
    const live = await create(agency.keys.live.full);
    await record(3);
    await failDeliveries(api.service, (await record(2)).slice(0, 1));
    await api.service.db.pool.query(
      `update webhook_delivery set schedule_due_at = null where id =
        (select id from webhook_delivery where endpoint_id = $1 and status = 'pending' limit 1)`,
      [endpoint],
    );
    const both = await jsonOf(admin, 'webhook', 'list', agency.accountId);
    assert.deepEqual(
      both.data.map(({ id, mode, enabled, pending, due }: Record<string, unknown>) => [
        id,
        mode,
        enabled,
        pending,
        due,
      ]),
      [
        [live, 'live', true, 0, 0],
        [endpoint, 'test', true, 4, 3],
      ],
    );
    const { data } = await jsonOf(admin, 'webhook', 'list', agency.accountId, '--mode', 'live');
    assert.deepEqual([data.length, data[0].id], [1, live]);
    const text = await textOf(admin, 'webhook', 'list', agency.accountId);
    assert.match(text, new RegExp(`${endpoint} +test +enabled +- +4 +3 +https://receiver\\.localhost/hooks\\?…\n`));
    const [none] = [await api.newAgency()];
    assert.match(await textOf(admin, 'webhook', 'list', none.accountId), /has no webhook endpoints\./);
  });

  it('show an endpoint with its last deliveries, and never a secret', async () => {
    await record(12);
    const failed = await record(1);
    await failDeliveries(api.service, failed);
    const shown = await jsonOf(admin, 'webhook', 'show', endpoint);
    assert.deepEqual(
      [shown.account, shown.description, shown.events, shown.disabled_reason, shown.failing_since],
      [agency.accountId, 'Orders', ['*'], null, null],
    );
    assert.equal(shown.last_deliveries.length, 10);
    assert.deepEqual([shown.last_deliveries[0].event, shown.last_deliveries[0].status], [failed[0], 'failed']);
    const text = await textOf(admin, 'webhook', 'show', endpoint);
    for (const output of [text, JSON.stringify(shown)]) assert.doesNotMatch(output, /whsec|hush|secret/);
    assert.match(text, /^pending +12 deliveries, 12 of them due$/m);
  });

  it('list deliveries by their status', async () => {
    const failed = await record(3);
    await record(2);
    await failDeliveries(api.service, failed);
    const list = await jsonOf(admin, 'webhook', 'deliveries', endpoint, '--status', 'failed', '--limit', '2');
    assert.deepEqual([list.data.length, list.has_more, list.data[0].attempts], [2, true, 7]);
    assert.equal((await jsonOf(admin, 'webhook', 'deliveries', endpoint)).data.length, 5);
    assert.match(
      await textOf(admin, 'webhook', 'deliveries', endpoint, '--status', 'succeeded'),
      /has no such deliver/,
    );
  });

  it('disable an endpoint and enable it again, as its owner does', async () => {
    await record(2);
    assert.match(await textOf(admin, 'webhook', 'disable', endpoint), /is disabled; 2 deliveries are held\./);
    const path = `/webhook_endpoints/${endpoint}`;
    const read = async () => expectStatus(await api.call('GET', path, { key: agency.keys.test.full }), 200).body;
    assert.deepEqual([(await read()).enabled, (await read()).disabled_reason], [false, 'requested']);
    assert.deepEqual(
      await admin('webhook', 'disable', endpoint),
      refused(`The endpoint ${endpoint} is disabled already.`),
    );
    assert.equal((await jsonOf(admin, 'webhook', 'enable', endpoint)).enabled, true);
    assert.equal((await read()).enabled, true);
    assert.deepEqual(
      await admin('webhook', 'enable', endpoint),
      refused(`The endpoint ${endpoint} is enabled already.`),
    );
  });

  it('start a replay, say how far it is, and cancel it', async () => {
    await textOf(admin, 'webhook', 'disable', endpoint);
    await record(150);
    await textOf(admin, 'webhook', 'enable', endpoint);
    await api.service.db.sql.deleteFrom('outbox').execute();
    const started = await jsonOf(admin, 'webhook', 'replay', endpoint, '--since', since());
    assert.deepEqual([started.status, started.events, started.seen], ['under_way', 150, 0]);
    assert.deepEqual(await targets(), [`start replay/${started.id}`]);
    assert.deepEqual(
      await admin('webhook', 'replay', endpoint, '--since', since()),
      refused(`The endpoint ${endpoint} has a replay under way already: ${started.id}.`),
    );
    await replayBatch(api.service, started.id, api.clock.now());
    const [listed] = (await jsonOf(admin, 'webhook', 'replays', endpoint)).data;
    assert.deepEqual([listed.id, listed.seen, listed.created, listed.retried], [started.id, 100, 100, 0]);
    assert.match(await textOf(admin, 'webhook', 'replays', endpoint), /under_way .* 100 of 150 +0 +100 +-\n/);

    const text = await textOf(admin, 'webhook', 'replay-cancel', started.id);
    assert.equal(text, `Cancelled replay ${started.id}: 100 deliveries were made due.\n`);
    assert.equal((await targets()).at(-1), `wake replay/${started.id}`);
    assert.equal((await jsonOf(admin, 'webhook', 'replays', endpoint)).data[0].status, 'cancelled');
    assert.deepEqual(
      await admin('webhook', 'replay-cancel', started.id),
      refused(`The replay ${started.id} has ended already (cancelled).`),
    );
  });

  it('refuse a replay of a disabled endpoint, of the future and of what the feed no longer has', async () => {
    const days = (count: number) => new Date(api.clock.now().getTime() + count * 86_400_000).toISOString();
    const replay = (time: string) => admin('webhook', 'replay', endpoint, '--since', time);
    assert.deepEqual(await replay(days(1)), refused('The time must not be in the future.'));
    assert.match((await replay(days(-91))).stderr, /^Events are kept for 90 days: the time must not be before \d{4}-/);
    assert.match((await replay('yesterday')).stderr, /^The time must be a date such as/);
    await textOf(admin, 'webhook', 'disable', endpoint);
    assert.match(
      (await replay(days(-1))).stderr,
      /^The endpoint we_\w+ is disabled: enable it to have events sent again\.$/m,
    );
    assert.equal((await replay(days(-1))).exitCode, 1);
  });

  it('know nothing of an endpoint that was deleted, or never was', async () => {
    expectStatus(await api.call('DELETE', `/webhook_endpoints/${endpoint}`, { key: agency.keys.test.full }), 200);
    for (const command of ['show', 'deliveries', 'replays', 'enable']) {
      const id = command === 'show' ? UNKNOWN : endpoint;
      assert.deepEqual(await admin('webhook', command, id), refused(`There is no webhook endpoint ${id}.`), command);
    }
    assert.deepEqual(
      await admin('webhook', 'replay', endpoint, '--since', since()),
      refused(`There is no webhook endpoint ${endpoint}.`),
    );
    assert.match(await textOf(admin, 'webhook', 'list', agency.accountId), /has no webhook endpoints/);
    const nothing = `wr_${'0'.repeat(22)}`;
    assert.deepEqual(await admin('webhook', 'replay-cancel', nothing), refused(`There is no replay ${nothing}.`));
  });
});
