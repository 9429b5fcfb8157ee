import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import type { Scope } from '../../src/db/scope.ts';
import { inTransaction } from '../../src/services/transaction.ts';
import { expectStatus } from '../support/factories.ts';
import { startTestService, type TestService } from '../support/service.ts';

const RUNS = 20;
const WRITERS = 8;
const TRANSACTIONS_EACH = 4;
const MAX_DELAY_MS = 5;
const PAGE_SIZES = [3, 50];

/** A committed transaction, by the clock of this process: it was committed somewhere between the two. */
interface Committed {
  events: string[];
  beganAt: number;
  endedAt: number;
}

describe('a poller of the event feed, while 8 writers commit after random delays', () => {
  let api: TestService;

  before(async () => {
    api = await startTestService();
    // Deferred triggers run within the commit: when all is written, and nothing of it can be seen yet.
    await api.service.db.pool.query(`
      create function commit_late() returns trigger language plpgsql as $$ begin
        perform pg_sleep(random() * ${MAX_DELAY_MS} / 1000);
        if new.body like '%doomed%' then raise exception 'doomed'; end if;
        return null;
      end $$;
      create constraint trigger commit_late after insert on event deferrable initially deferred
        for each row execute function commit_late();
    `);
  });
  after(() => api.close());

  /** Each writer's transactions follow each other; each fifth of all fails in its commit. */
  async function write(scope: Scope, object: object, writer: number): Promise<Committed[]> {
    const committed: Committed[] = [];
    for (let index = 0; index < TRANSACTIONS_EACH; index++) {
      const isDoomed = (writer + index) % 5 === 0;
      const beganAt = performance.now();
      const written = inTransaction(api.service, scope, async (tx) => {
        await setTimeout(Math.random() * MAX_DELAY_MS);
        const data = { object, previous_status: null, ...(isDoomed && { doomed: true }) };
        return Array.from({ length: 1 + (index % 3) }, () => tx.record({ type: 'ping', project: null, data }));
      });
      if (isDoomed) await assert.rejects(written, /doomed/);
      else committed.push({ events: await written, beganAt, endedAt: performance.now() });
    }
    return committed;
  }

  /** Follows the cursor until the writers have ended and a page is empty. */
  async function poll(key: string, limit: number, isWritten: () => boolean): Promise<string[]> {
    const polled: string[] = [];
    for (let cursor = ''; ;) {
      const isLast = isWritten();
      const page = expectStatus(await api.call('GET', `/events?limit=${limit}${cursor}`, { key }), 200).body;
      polled.push(...page.data.map((event: { id: string }) => event.id));
      cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`;
      if (isLast && page.data.length === 0) return polled;
    }
  }

  async function run(): Promise<void> {
    const { accountId, keys } = await api.newAgency();
    const key = keys.test.full;
    const json = { url: 'https://receiver.localhost/', enabled: false };
    const { body } = expectStatus(await api.call('POST', '/webhook_endpoints', { key, json }), 201);
    const object = { ...body, secret: null };
    const scope = { account_id: accountId, livemode: false };
    let isWritten = false;
    const writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(scope, object, writer))).finally(
      () => (isWritten = true),
    );
    const pollers = PAGE_SIZES.map((limit) => poll(key, limit, () => isWritten));
    const committed = (await writing).flat();
    for (const polled of await Promise.all(pollers)) {
      assert.equal(new Set(polled).size, polled.length, 'an event was seen twice');
      assert.deepEqual(new Set(polled), new Set(committed.flatMap(({ events }) => events)));
      assertOrder(polled, committed);
    }
  }

  it(`sees each event once, in the order of commits, in ${RUNS} runs`, async () => {
    for (let count = 0; count < RUNS; count++) await run();
  }).timeout(240_000);
});

/** Events of a transaction stand together; a transaction that ended before another began stands before it. */
function assertOrder(polled: readonly string[], committed: readonly Committed[]): void {
  const inOrder = committed.toSorted((a, b) => polled.indexOf(a.events[0]!) - polled.indexOf(b.events[0]!));
  assert.deepEqual(
    polled,
    inOrder.flatMap(({ events }) => events),
  );
  let latestBegin = 0;
  for (const { beganAt, endedAt } of inOrder) {
    assert.ok(endedAt > latestBegin, 'a transaction stands after one that began when it had ended');
    latestBegin = Math.max(latestBegin, beganAt);
  }
}
