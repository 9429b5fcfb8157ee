import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { request } from 'undici';
import { findWebhookEndpoint } from '../../src/db/finders/webhooks.ts';
import { sendTestEvent } from '../../src/services/webhooks/send-test-event.ts';
import { eventually } from '../support/eventually.ts';
import { readFeed } from '../support/feed.ts';
import type { CrashStep } from './sender-crash-steps.ts';
import { startSenderWorld, type SenderWorld } from './sender-world.ts';
import { ended } from './worker-process.ts';

/** Who is killed: a worker at a step or at any time, the API right after a commit, or a server. */
export type Kill = CrashStep | 'any time' | 'Temporal' | 'Postgres';

export interface SenderFigures {
  kills: number;
  events: number;
  /** Requests that repeat an event. */
  repeats: number;
  /** From a worker's death until another sent again what that one held of first attempts, each in milliseconds. */
  takeoverMs: number[];
}

const EVENT_EVERY_MS = 250;
const STEP_REACHED_MS = 60_000;
const WORKERS_READY_MS = 120_000;
const FINISH_MS = 300_000;

/**
 * Kills one after the other while events go on, each fourth failing its first two attempts, and checks what is left: no
 * event is lost, repeats are alike, every delivery has succeeded.
 *
 * @param workers as many live or start at a time; one that is killed leaves at least one that sends
 */
export async function runSenderKills(kills: readonly Kill[], workers: number): Promise<SenderFigures> {
  const world = await startSenderWorld();
  try {
    const held = new Map<string, number>();
    const seen = failEveryFourth(world);
    await Promise.all(Array.from({ length: workers }, () => world.addWorker()));
    const stop = new AbortController();
    const writing = writeEvents(world, stop.signal);
    const killing = killAll(world, kills, held).finally(() => stop.abort());
    const [committed] = await Promise.all([writing, killing]);
    await eventually('every delivery to succeed', () => isDone(world), FINISH_MS);
    const events = await assertNothingLost(world, committed, seen);
    return {
      kills: kills.length,
      events,
      repeats: world.receiver.received.length - events,
      takeoverMs: await takeovers(world, held),
    };
  } finally {
    await world.close();
  }
}

/** @returns the bodies received, by their `webhook-id` */
function failEveryFourth({ receiver }: SenderWorld): Map<string, Set<string>> {
  const seen = new Map<string, Set<string>>();
  const tries = new Map<string, number>();
  let events = 0;
  const failing = new Set<string>();
  receiver.answerWith(({ headers, body, event }) => {
    assert.equal(headers['webhook-id'], event.id);
    if (!seen.has(event.id) && ++events % 4 === 0) failing.add(event.id);
    seen.set(event.id, (seen.get(event.id) ?? new Set()).add(body));
    const count = (tries.get(event.id) ?? 0) + 1;
    tries.set(event.id, count);
    return failing.has(event.id) && count <= 2 ? 500 : 204;
  });
  return seen;
}

/** Commits events until it is stopped. @returns the ids of those that it knows to be committed */
async function writeEvents({ api, accountId, endpoints }: SenderWorld, signal: AbortSignal): Promise<string[]> {
  const committed: string[] = [];
  const scope = { account_id: accountId, livemode: false };
  for (let count = 0; !signal.aborted; count++) {
    const endpoint = endpoints[count % endpoints.length]!;
    await findWebhookEndpoint(api.service.db.sql, scope, endpoint, api.clock.now())
      .then((found) => sendTestEvent(api.service, scope, found!))
      .then(
        ({ event }) => committed.push(event),
        () => undefined,
      );
    await setTimeout(EVENT_EVERY_MS);
  }
  return committed;
}

async function killAll(world: SenderWorld, kills: readonly Kill[], held: Map<string, number>) {
  for (const kill of kills) {
    if (kill === 'Temporal') await world.servers.killTemporal();
    else if (kill === 'Postgres') await killPostgres(world);
    else if (kill === 'event committed by the API') await killApi(world, kill);
    else await killWorker(world, kill, held);
  }
}

/** What a worker held must be out again before nobody can send at all. */
async function killPostgres({ servers, api }: SenderWorld): Promise<void> {
  await setTimeout(2_500);
  await servers.killPostgres();
  await eventually('Postgres', () => api.service.db.pool.query('select 1').catch(() => false));
}

async function killApi(world: SenderWorld, step: CrashStep): Promise<void> {
  const { child, url } = await world.startApiProcess();
  child.send(step);
  const headers = { authorization: `Bearer ${world.key}` };
  await assert.rejects(request(`${url}/webhook_endpoints/${world.endpoints[0]}/test`, { method: 'POST', headers }));
  assert.equal(await ended(child), 'SIGKILL');
}

async function killWorker(world: SenderWorld, kill: CrashStep | 'any time', held: Map<string, number>): Promise<void> {
  await eventually('two workers', () => world.workers.length > 1, WORKERS_READY_MS);
  const [victim] = world.workers as [ChildProcess];
  const died = once(victim, 'exit').then(() => Date.now());
  if (kill === 'any time') {
    await setTimeout(Math.random() * 1_000);
    victim.kill('SIGKILL');
  } else victim.send(kill);
  const diedAt = await Promise.race([died, setTimeout(STEP_REACHED_MS)]);
  assert.ok(diedAt, `no worker came to "${kill}"`);
  for (const event of await firstAttemptsOf(world, victim.pid!)) held.set(event, diedAt);
  void world.addWorker();
}

async function firstAttemptsOf({ api }: SenderWorld, pid: number): Promise<string[]> {
  const { rows } = await api.service.db.pool.query<{ event_id: string }>(
    `select d.event_id from webhook_delivery d join claimer c on c.id = d.claim
     where c.process like '%:' || $1::text and d.attempts = 0`,
    [String(pid)],
  );
  return rows.map(({ event_id }) => event_id);
}

async function isDone({ api }: SenderWorld): Promise<boolean> {
  await setTimeout(200);
  const { rows } = await api.service.db.pool.query<{ left: number }>(
    `select (select count(*) from outbox where target like 'delivery/%')::int
       + (select count(*) from webhook_delivery where status <> 'succeeded')::int as left`,
  );
  return rows[0]?.left === 0;
}

/** @returns how many events there are */
async function assertNothingLost(
  { api, key }: SenderWorld,
  committed: readonly string[],
  seen: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<number> {
  const feed = new Set((await readFeed(api.call, key)).map(({ id }) => id));
  assert.deepEqual(
    committed.filter((id) => !feed.has(id)),
    [],
    'a committed event is not in the feed',
  );
  assert.deepEqual(new Set(seen.keys()), feed, 'an event was not received');
  assert.ok(
    [...seen.values()].every((bodies) => bodies.size === 1),
    'a repeat has another body',
  );
  return feed.size;
}

async function takeovers({ api }: SenderWorld, held: ReadonlyMap<string, number>): Promise<number[]> {
  const { rows } = await api.service.db.pool.query<{ event_id: string; attempted_at: Date }>(
    `select d.event_id, a.attempted_at from webhook_attempt a join webhook_delivery d on d.id = a.delivery_id
     where a.attempt = 1 and d.event_id = any($1)`,
    [[...held.keys()]],
  );
  assert.equal(rows.length, held.size);
  return rows.map(({ event_id, attempted_at }) => attempted_at.getTime() - held.get(event_id)!).sort((a, b) => a - b);
}
