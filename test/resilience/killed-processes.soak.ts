import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { loadavg } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { setTestLaunches } from '../../src/services/accounts/set-test-launches.ts';
import { eventually } from '../support/eventually.ts';
import { expectStatus, projectBody } from '../support/factories.ts';
import { startFleet, type Fleet } from './fleet.ts';
import { addClients, keepDirectories } from './fleet-clients.ts';
import { checkLedger, isQuiet } from './fleet-ledger.ts';
import { describeLoad } from './describe-load.ts';
import { startLoad } from './load.ts';
import { ended } from './worker-process.ts';

const LOAD_MS = Number(process.env.KILLED_SECONDS ?? 300) * 1_000;
const KILL_EVERY_MS = Number(process.env.KILL_EVERY_SECONDS ?? 10) * 1_000;
const DIRECTORIES = 20;
/** Each with its own hourly limit. */
const AGENCIES = 4;
const LAUNCH_EVERY_MS = 10_000;
const PROCESSES = 2;
/** Beyond the minute for which a dead request holds its idempotency key. */
const PATIENCE_TRIES = 150;
const TRY_AGAIN_MS = 500;
const FINISH_MS = 900_000;

/** One API and one worker process of two die at once, again and again, and are started anew at once. */
describe('two API and two worker processes of which one of each is killed again and again', () => {
  let fleet: Fleet;

  before(async () => {
    fleet = await startFleet({ SIMULATION_PACE: '5' });
    await keepDirectories(fleet.api, DIRECTORIES);
  });
  after(() => fleet.close());

  it(`keep the ledger for ${LOAD_MS / 1_000} seconds`, async () => {
    const members = { startApi: () => fleet.startApi(), startWorker: () => fleet.startWorker() };
    const apis = await Promise.all(Array.from({ length: PROCESSES }, members.startApi));
    const workers = await Promise.all(Array.from({ length: PROCESSES }, members.startWorker));

    const careful = startLoad(fleet.url, (tries) => (tries < PATIENCE_TRIES ? TRY_AGAIN_MS : null));
    const naive = startLoad(fleet.url);
    const agencies = await Promise.all(Array.from({ length: AGENCIES }, () => fleet.api.newAgency()));
    for (const { accountId, keys } of agencies) {
      const key = keys.test.full;
      await setTestLaunches(fleet.api.service, { account_id: accountId, livemode: false }, 1_000);
      const json = { url: fleet.receiver.url };
      const answer = await fleet.api.call('POST', '/webhook_endpoints', { key, json });
      const endpoint = expectStatus(answer, 201).body.id as string;
      addClients(careful, { key, endpoint, launchPauseMs: LAUNCH_EVERY_MS });
      naive.client('read', 200, (call) => call('GET', '/projects?limit=20', { key }));
      naive.client('create', 500, (call) => call('POST', '/projects', { key, json: projectBody() }));
    }

    const until = performance.now() + LOAD_MS;
    let kills = 0;
    const starting = new Set<Promise<unknown>>();
    while (performance.now() < until) {
      await setTimeout(KILL_EVERY_MS);
      for (const [group, start] of [
        [apis, members.startApi],
        [workers, members.startWorker],
      ] as const) {
        const started = killOldest(group, start).finally(() => starting.delete(started));
        starting.add(started);
        kills++;
      }
    }
    await Promise.all([careful.stop(), naive.stop(), ...starting]);
    const load = loadavg()
      .map((one) => one.toFixed(1))
      .join(' ');
    console.log(`      ${kills} processes killed; load ${load}`);
    console.log(describeLoad({ careful, naive }));

    await eventually('every listing, message and delivery to be done', () => isQuiet(fleet.api), FINISH_MS);
    console.log(await checkLedger(fleet, agencies, DIRECTORIES));
    assert.deepEqual(
      [...careful.tallies.values()].flatMap(({ failures }) => failures),
      [],
    );
  }).timeout(LOAD_MS + 2 * FINISH_MS);
});

/** Kills the process of a group that has lived longest and starts another at once. */
async function killOldest(group: ChildProcess[], start: () => Promise<ChildProcess>): Promise<void> {
  const oldest = group.shift();
  oldest?.kill('SIGKILL');
  if (oldest) await ended(oldest);
  group.push(await start());
}
