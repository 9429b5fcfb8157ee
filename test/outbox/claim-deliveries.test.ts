import assert from 'node:assert/strict';
import type { Scope } from '../../src/db/scope.ts';
import { claimDeliveries, MAX_IN_FLIGHT, type ClaimedDelivery } from '../../src/outbox/claim-deliveries.ts';
import { recordOutcomes } from '../../src/outbox/record-outcomes.ts';
import { openService, type Service } from '../../src/main/service.ts';
import { createEndpoint } from '../../src/services/webhooks/create-endpoint.ts';
import { inTransaction } from '../../src/services/transaction.ts';
import { startTestService, type TestService } from '../support/service.ts';

describe('a claim of due deliveries', () => {
  let api: TestService;
  /** As many processes that send. */
  let senders: Service[];

  beforeEach(async () => {
    api = await startTestService();
    senders = await Promise.all(Array.from({ length: 4 }, () => openService(api.config)));
  });
  afterEach(async () => {
    await Promise.all(senders.map((sender) => sender.close()));
    await api.close();
  });

  async function newAccount(endpoints: number): Promise<{ scope: Scope; endpoints: string[] }> {
    const scope = { account_id: (await api.newAgency()).accountId, livemode: true };
    const ids: string[] = [];
    for (let made = 0; made < endpoints; made++) {
      const url = `https://hooks-${made}.example.com`;
      const endpoint = { url, events: ['*'], description: null, enabled: true };
      ids.push((await createEndpoint(api.service, scope, 'active', endpoint)).id);
    }
    return { scope, endpoints: ids };
  }

  /** Makes so many events, each due at every endpoint of the account. */
  function makeDue(scope: Scope, events: number): Promise<void> {
    return inTransaction(api.service, scope, (tx) => {
      for (let made = 0; made < events; made++) tx.record({ type: 'report.ready', project: null, data: {} });
      return Promise.resolve();
    });
  }

  const claim = (sender: number, limit: number) => claimDeliveries(senders[sender]!.db, sender + 1, limit);
  const claimWith = async (sender: number, limit: number) => (await claim(sender, limit)).deliveries;

  function finish(claimed: ClaimedDelivery[], sender: number, httpStatus: number): Promise<boolean> {
    const outcome = { attemptedAt: api.clock.now(), httpStatus, durationMs: 1, error: null };
    return recordOutcomes(
      senders[sender]!.db,
      claimed.map((delivery) => ({ claim: sender + 1, delivery, ...outcome })),
    );
  }

  async function claimed(): Promise<{ endpoint_id: string; account_id: string }[]> {
    const { rows } = await api.service.db.pool.query<{ endpoint_id: string; account_id: string }>(
      'select endpoint_id, account_id from webhook_delivery where claim is not null',
    );
    return rows;
  }

  it('never has more in flight than its endpoint may have, however many claim at once', async () => {
    const { scope } = await newAccount(1);
    await makeDue(scope, 300);
    let done = 0;
    while (done < 300) {
      const batches = await Promise.all(senders.map((_, sender) => claimWith(sender, 40)));
      assert.equal((await claimed()).length, Math.min(MAX_IN_FLIGHT.perEndpoint, 300 - done));
      await Promise.all(batches.map((batch, sender) => finish(batch, sender, 204)));
      done += batches.flat().length;
    }
    assert.equal(done, 300);
  });

  it('never has more in flight than its account may have', async () => {
    const { scope } = await newAccount(5);
    await makeDue(scope, 100);
    const batches = await Promise.all(senders.map((_, sender) => claimWith(sender, 400)));
    assert.equal((await claimed()).length, MAX_IN_FLIGHT.perAccount);
    const counts = Map.groupBy(batches.flat(), ({ endpoint_id }) => endpoint_id);
    for (const [, { length }] of counts) assert.ok(length <= MAX_IN_FLIGHT.perEndpoint);
    assert.deepEqual((await Promise.all(senders.map((_, sender) => claimWith(sender, 400)))).flat(), []);
  });

  it('has few in flight to an endpoint whose last attempt failed, and as many as before once one succeeds', async () => {
    const { scope } = await newAccount(1);
    await makeDue(scope, 200);
    await finish(await claimWith(0, 1), 0, 500);
    const few = await claimWith(0, 100);
    assert.equal(few.length, MAX_IN_FLIGHT.perFailingEndpoint);
    await finish(few, 0, 204);
    assert.equal((await claimWith(0, 100)).length, MAX_IN_FLIGHT.perEndpoint);
  });

  it('takes accounts in turn, and the endpoints of an account, oldest first', async () => {
    const [busy, quiet] = [await newAccount(4), await newAccount(1)];
    await makeDue(busy.scope, 50);
    await makeDue(quiet.scope, 5);
    const batch = await claimWith(0, 10);
    const rows = await claimed();
    const of = ({ scope }: { scope: Scope }) => rows.filter(({ account_id }) => account_id === scope.account_id).length;
    assert.deepEqual([of(busy), of(quiet)], [5, 5]);
    const perEndpoint = Map.groupBy(batch, ({ endpoint_id }) => endpoint_id);
    assert.deepEqual(busy.endpoints.map((id) => perEndpoint.get(id)?.length).toSorted(), [1, 1, 1, 2]);
    const { rows: oldest } = await api.service.db.pool.query<{ id: string }>(
      'select id from webhook_delivery where endpoint_id = $1 order by due_at, id limit 5',
      [quiet.endpoints[0]],
    );
    assert.deepEqual(
      perEndpoint
        .get(quiet.endpoints[0]!)!
        .map(({ id }) => id)
        .toSorted(),
      oldest.map(({ id }) => id).toSorted(),
    );
  });

  it('finds every endpoint in time when more than a hundred wait', async () => {
    const accounts = await Promise.all(Array.from({ length: 15 }, () => newAccount(10)));
    await Promise.all(accounts.map(({ scope }) => makeDue(scope, 1)));
    const found = new Set<string>();
    for (let claims = 0; found.size < 150 && claims < 50; claims++) {
      const batch = await claimWith(0, 20);
      for (const { endpoint_id } of batch) found.add(endpoint_id);
      await finish(batch, 0, 204);
    }
    assert.equal(found.size, 150);
  });

  it('says whether it leaves some for which there was no room', async () => {
    const one = await newAccount(1);
    const leaves = async (limit: number) => {
      const { deliveries, leavesSome } = await claim(0, limit);
      return [deliveries.length, leavesSome];
    };
    assert.deepEqual(await leaves(10), [0, false], 'with nothing due');
    await makeDue(one.scope, 3);
    assert.deepEqual(await leaves(2), [2, true], 'when it is asked for less');
    assert.deepEqual(await leaves(10), [1, false], 'when it takes the last');
    await makeDue(one.scope, MAX_IN_FLIGHT.perEndpoint);
    assert.deepEqual(await leaves(100), [MAX_IN_FLIGHT.perEndpoint - 3, true], "beyond the endpoint's room");
    assert.deepEqual(await leaves(100), [0, true], 'while the endpoint has no room');

    const many = await newAccount(3);
    await makeDue(many.scope, MAX_IN_FLIGHT.perEndpoint);
    assert.deepEqual(await leaves(1_000), [MAX_IN_FLIGHT.perAccount, true], "beyond the account's room");
  });

  it('leaves a disabled endpoint its due deliveries, and a deleted one what is no longer sent', async () => {
    const { scope, endpoints } = await newAccount(2);
    await makeDue(scope, 3);
    await api.service.db.pool.query('update webhook_endpoint set enabled = false where id = $1', [endpoints[0]]);
    await api.service.db.pool.query('update webhook_endpoint set deleted_at = now() where id = $1', [endpoints[1]]);
    assert.deepEqual(await claimWith(0, 100), []);
    await api.service.db.pool.query('update webhook_endpoint set enabled = true where id = $1', [endpoints[0]]);
    assert.deepEqual(new Set((await claimWith(0, 100)).map(({ endpoint_id }) => endpoint_id)), new Set([endpoints[0]]));
  });
});
