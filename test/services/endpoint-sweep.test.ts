import assert from 'node:assert/strict';
import type { Scope } from '../../src/db/scope.ts';
import { sweep } from '../../src/services/retention/sweep.ts';
import { requestReplay } from '../../src/services/webhooks/request-replay.ts';
import { expectStatus } from '../support/factories.ts';
import { recordEvents } from '../support/missed-events.ts';
import { startTestService, type TestService } from '../support/service.ts';

describe('the sweep of deleted endpoints', () => {
  let api: TestService;
  let key: string;
  let scope: Scope;

  beforeEach(async () => {
    api = await startTestService();
    const { accountId, keys } = await api.newAgency();
    key = keys.test.full;
    scope = { account_id: accountId, livemode: false };
  });
  afterEach(() => api.close());

  const create = async () =>
    expectStatus(
      await api.call('POST', '/webhook_endpoints', { key, json: { url: 'https://receiver.localhost/' } }),
      201,
    ).body.id as string;
  const remove = async (id: string) => expectStatus(await api.call('DELETE', `/webhook_endpoints/${id}`, { key }), 200);
  const query = (text: string, ...values: unknown[]) => api.service.db.pool.query<{ id: string }>(text, values);
  const idsIn = async (table: string) => (await query(`select id from ${table} order by id`)).rows.map(({ id }) => id);

  async function sweepEndpoints(): Promise<number[]> {
    const progress: number[] = [];
    await sweep(api.service, 'deleted endpoints', api.clock.now(), (deleted) => progress.push(deleted));
    return progress;
  }

  it('deletes their deliveries with the attempts in batches, then them with their replays, and touches no other', async () => {
    const [kept, one, two] = [await create(), await create(), await create()];
    await recordEvents(api.service, scope, 'project.launched', 700);
    await query(`insert into webhook_attempt (delivery_id, endpoint_id, attempt, attempted_at, duration_ms, succeeded)
      select id, endpoint_id, 1, created_at, 5, false from webhook_delivery`);
    await requestReplay(api.service, scope, one, api.clock.now());
    await remove(one);
    await remove(two);
    assert.deepEqual(await sweepEndpoints(), [0], 'transactions that saw them may still be under way');

    api.clock.advance(60_000);
    assert.deepEqual(await sweepEndpoints(), [500, 1_000, 1_402, 1_402]);
    assert.deepEqual(await idsIn('webhook_endpoint'), [kept]);
    assert.deepEqual(await idsIn('webhook_replay'), []);
    for (const table of ['webhook_delivery', 'webhook_attempt']) {
      const { rows } = await query(`select endpoint_id as id, count(*) from ${table} group by endpoint_id`);
      assert.deepEqual(rows, [{ id: kept, count: 700 }], table);
    }
    assert.equal((await idsIn('event')).length, 700);
  });

  it('leaves a delivery that is being sent or held by another, and its endpoint, to the next run', async () => {
    const id = await create();
    await recordEvents(api.service, scope, 'project.launched', 5);
    const [sent, held] = (await idsIn('webhook_delivery')) as [string, string];
    await query('update webhook_delivery set claim = 1 where id = $1', sent);
    await remove(id);
    api.clock.advance(60_000);
    const client = await api.service.db.pool.connect();
    await client.query('begin');
    await client.query('select 1 from webhook_delivery where id = $1 for update', [held]);
    assert.deepEqual(await sweepEndpoints(), [3, 3]);
    assert.deepEqual(await idsIn('webhook_delivery'), [sent, held]);
    assert.deepEqual(await idsIn('webhook_endpoint'), [id]);
    await client.query('rollback');
    client.release();
    await query('update webhook_delivery set claim = null');
    assert.deepEqual(await sweepEndpoints(), [3, 3]);
    assert.deepEqual(await idsIn('webhook_endpoint'), []);
  });
});
