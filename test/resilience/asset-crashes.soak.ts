import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Scope } from '../../src/db/scope.ts';
import { sweepAssets } from '../../src/services/images/sweep-assets.ts';
import { listenOnLoopback, type LoopbackServer } from '../outbound/support/servers.ts';
import { createReadyProject, expectStatus, picture, projectBody } from '../support/factories.ts';
import { startTestService, type TestService } from '../support/service.ts';

export type ImageJob =
  | { do: 'set logo'; scope: Scope; projectId: string; png: string }
  | { do: 'import'; imageId: string }
  | { do: 'sweep'; now: string };

const DAY_MS = 86_400_000;
const MAX_STEPS = 30;

describe('the files of images, when a process is killed after any of its steps,', () => {
  let api: TestService;
  let site: LoopbackServer;
  let key: string;
  let scope: Scope;

  before(async () => {
    const png = await picture();
    site = await listenOnLoopback(createServer((_, response) => response.end(png)));
    api = await startTestService();
    const agency = await api.newAgency();
    key = agency.keys.test.full;
    scope = { account_id: agency.accountId, livemode: false };
  });
  after(async () => {
    await api.close();
    await site.close();
  });

  it('are those that images name once a logo was set again and the rest was swept', async () => {
    const project = await createReadyProject(api.call, key);
    const png = (await picture('png', 20, 20)).toString('base64');
    await crashEverywhere(() => Promise.resolve({ do: 'set logo', scope, projectId: project.id, png }));
  });

  it('are those that images name once an import was repeated', async () => {
    await crashEverywhere(async () => ({ do: 'import', imageId: await createImport() }));
  });

  it('are those that images name once the sweep was repeated', async () => {
    const now = new Date(api.clock.now().getTime() + 3 * DAY_MS).toISOString();
    await crashEverywhere(async () => {
      const { id } = await createReadyProject(api.call, key);
      expectStatus(await api.call('DELETE', `/projects/${id}/logo`, { key }), 200);
      return { do: 'sweep', now };
    });
  });

  /** Kills the job after its first step, its second, and so on, until it ends by itself. */
  async function crashEverywhere(makeJob: () => Promise<ImageJob>): Promise<void> {
    for (let crashAt = 1; crashAt <= MAX_STEPS; crashAt++) {
      const job = await makeJob();
      const signal = await run(job, crashAt);
      await assertNamedFilesExist();
      assert.equal(await run(job, 0), null);
      await assertNamedFilesExist();
      if (signal === null) {
        assert.ok(crashAt > 3);
        return assertOthersAreSwept();
      }
    }
    assert.fail('the job took more steps than expected');
  }

  async function run(job: ImageJob, crashAt: number): Promise<NodeJS.Signals | null> {
    const child = fork(fileURLToPath(new URL('./crashing-images.ts', import.meta.url)), {
      env: {
        ...process.env,
        DATABASE_URL: api.config.databaseUrl,
        TEMPORAL_ADDRESS: '127.0.0.1:1',
        SECRET_KEY: api.config.secretKey.toString('base64'),
        STORAGE_DIR: api.storageFolder,
        OUTBOUND_ALLOW: '127.0.0.0/8',
        CRASH_AT: String(crashAt),
        JOB: JSON.stringify(job),
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    assert.ok(code === 0 || signal === 'SIGKILL', `ended with ${code ?? signal}`);
    return signal;
  }

  async function createImport(): Promise<string> {
    const json = projectBody({ logo_url: `http://127.0.0.1:${site.port}/logo.png` });
    const { body } = expectStatus(await api.call('POST', '/projects', { key, json }), 201);
    const { rows } = await api.service.db.pool.query<{ id: string }>('select id from image where project_id = $1', [
      body.id,
    ]);
    return rows[0]!.id;
  }

  async function namedFiles(): Promise<string[]> {
    const sql = `select asset_key from image where status = 'ready'`;
    const { rows } = await api.service.db.pool.query<{ asset_key: string }>(sql);
    return rows.map((row) => row.asset_key.replace('images/', '')).toSorted();
  }

  async function assertNamedFilesExist(): Promise<void> {
    const files = await readdir(join(api.storageFolder, 'images'));
    const named = await namedFiles();
    assert.deepEqual(
      named.filter((name) => !files.includes(name)),
      [],
    );
  }

  async function assertOthersAreSwept(): Promise<void> {
    await sweepAssets(api.service, new Date(api.clock.now().getTime() + 3 * DAY_MS), 1_000);
    assert.deepEqual((await readdir(join(api.storageFolder, 'images'))).toSorted(), await namedFiles());
    assert.deepEqual(await readdir(join(api.storageFolder, '.drafts')), []);
    assert.equal((await api.service.db.pool.query('select 1 from discarded_asset')).rowCount, 0);
  }
});
