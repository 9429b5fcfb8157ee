import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { eventually } from '../support/eventually.ts';
import { expectStatus, projectBody } from '../support/factories.ts';
import { readFeed } from '../support/feed.ts';
import { checkFeed } from '../support/ledger.ts';
import { ASK_EVERY_MS } from './balancer.ts';
import { startFleet, type Fleet } from './fleet.ts';
import { addClients, keepDirectories } from './fleet-clients.ts';
import { isQuiet } from './fleet-ledger.ts';
import { startLoad } from './load.ts';
import { ended } from './worker-process.ts';

/** Long enough on a busy machine for the balancer to hear that an API is not ready, and for each client to ask once more. */
const SHUTDOWN_DELAY_MS = 50 * ASK_EVERY_MS;
/** So that there are always attempts under way. */
const RECEIVER_MS = 150;
const DIRECTORIES = 5;

describe('a rolling restart of two API and two worker processes under load', () => {
  let fleet: Fleet;
  let apis: ChildProcess[];
  let workers: ChildProcess[];

  before(async () => {
    fleet = await startFleet({ SHUTDOWN_DELAY_MS: String(SHUTDOWN_DELAY_MS) });
    await keepDirectories(fleet.api, DIRECTORIES);
    [apis, workers] = await Promise.all([
      Promise.all([fleet.startApi(), fleet.startApi()]),
      Promise.all([fleet.startWorker(), fleet.startWorker()]),
    ]);
  });
  after(() => fleet.close());

  it('fails no request, loses no event and makes no attempt twice', async () => {
    const { keys } = await fleet.api.newAgency();
    const key = keys.test.full;
    const json = { url: fleet.receiver.url };
    const endpoint = expectStatus(await fleet.api.call('POST', '/webhook_endpoints', { key, json }), 201).body
      .id as string;
    fleet.receiver.answerWith(() => setTimeout(RECEIVER_MS, 204));

    const load = startLoad(fleet.url);
    addClients(load, { key, endpoint, launchPauseMs: 500 });
    load.client('create', 100, (call) => call('POST', '/projects', { key, json: projectBody() }));
    await eventually('every client to be answered', () =>
      [...load.tallies.values()].every(({ answered }) => answered > 3),
    );
    for (const index of [0, 1]) {
      await Promise.all([
        replace(apis[index]!, () => fleet.startApi()),
        replace(workers[index]!, () => fleet.startWorker()),
      ]);
    }
    await load.stop();

    const failures = [...load.tallies].flatMap(([name, tally]) =>
      tally.failures.map((failure) => `${name}: ${failure}`),
    );
    assert.deepEqual(failures, []);
    await eventually('every message and delivery to be out', () => isQuiet(fleet.api));
    const feed = await readFeed(fleet.api.call, key);
    checkFeed(feed.filter(({ type }) => type !== 'ping'));
    const received = fleet.receiver.received.map(({ event }) => event.id);
    assert.deepEqual(received.toSorted(), feed.map(({ id }) => id).toSorted());
    assert.ok(feed.filter(({ type }) => type === 'ping').length > 10);
    assert.ok(feed.filter(({ type }) => type === 'listing.live').length > DIRECTORIES);
  });
});

/** Tells a process to stop and starts another in its place; resolves when the one has ended in order and the other is ready. */
async function replace(child: ChildProcess, start: () => Promise<unknown>): Promise<void> {
  child.kill('SIGTERM');
  await Promise.all([start(), ended(child)]);
  assert.equal(child.exitCode, 0);
}
