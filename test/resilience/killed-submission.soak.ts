import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setDriver } from '../../src/services/drivers/set-driver.ts';
import { startDirectoryServer } from '../support/directory-server.ts';
import { descriptionOf, keepOneDirectory, launchOn } from '../support/directory-world.ts';
import { eventually } from '../support/eventually.ts';
import { expectStatus } from '../support/factories.ts';
import { readFeed } from '../support/feed.ts';
import { startTestService } from '../support/service.ts';
import { startDevServer, workflowBundle } from '../support/temporal.ts';
import { connectionOf, ended, startWorkerProcess } from './worker-process.ts';

/** The try of a dead worker counts as over after 30 seconds. */
const REPEATED_MS = 60_000;

describe('a worker killed with -9 between a submission and its record', () => {
  it('leads to a repeat with the same Idempotency-Key and to one move', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'listing-bundle-'));
    const bundle = join(folder, 'workflows.cjs');
    await writeFile(bundle, (await workflowBundle()).code);
    const temporal = await startDevServer();
    const directory = await startDirectoryServer();
    const settings = { TEMPORAL_ADDRESS: temporal.address, OUTBOUND_ALLOW: '127.0.0.0/8' };
    const api = await startTestService(settings);
    const workers = [startWorkerProcess({ ...connectionOf(api), ...settings }, bundle)];
    directory.answerWith(() => {
      if (workers.length > 1) return { status: 201 };
      workers[0]!.kill('SIGKILL');
      return 'hang';
    });
    try {
      const key = (await api.newAgency()).keys.live.full;
      const id = await keepOneDirectory(api);
      await setDriver(api.service, id, descriptionOf(directory.url));
      const { listing } = await launchOn(id, api.call, key);
      assert.equal(await ended(workers[0]!), 'SIGKILL');
      workers.push(startWorkerProcess({ ...connectionOf(api), ...settings }, bundle));
      await eventually(
        'the repeat',
        async () => {
          const { body } = expectStatus(await api.call('GET', `/listings/${listing}`, { key }), 200);
          return body.status === 'submitted';
        },
        REPEATED_MS,
      );
      const keys = directory.received.map(({ headers }) => headers['idempotency-key']);
      assert.deepEqual(keys, [listing, listing]);
      const moves = (await readFeed(api.call, key)).filter(({ type }) => type === 'listing.submitted');
      assert.equal(moves.length, 1);
    } finally {
      for (const worker of workers) {
        worker.kill('SIGKILL');
        await ended(worker);
      }
      await api.close();
      await directory.close();
      await temporal.stop();
      await rm(folder, { recursive: true });
    }
  }).timeout(150_000);
});
