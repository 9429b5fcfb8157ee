import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { anyFreePort } from '../../dev/ports.ts';
import { createApiClient, type Call } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { expectStatus, projectBody, upload } from '../support/factories.ts';
import { emptyPng, flatPng, gif, pngWithBomb } from '../support/hostile-images.ts';
import { MAX_BYTES } from '../support/image-cases.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** Two images of 400 MB while they are decoded, the uploads of the connections, and Node itself. */
const MAX_PEAK_MB = 1_600;
const ROUNDS = 25;
const AT_ONCE = 20;

describe('the memory of an API process', () => {
  let api: TestService;
  let child: ChildProcess;
  let call: Call;
  let close: () => Promise<void>;

  before(async () => {
    api = await startTestService();
    const port = await anyFreePort();
    child = fork(fileURLToPath(new URL('../../src/main/api.ts', import.meta.url)), {
      env: {
        ...process.env,
        DATABASE_URL: api.config.databaseUrl,
        TEMPORAL_ADDRESS: '127.0.0.1:1',
        SECRET_KEY: api.config.secretKey.toString('base64'),
        STORAGE_DIR: api.storageFolder,
        PORT: String(port),
        OPERATIONS_PORT: '0',
        LOG_LEVEL: 'silent',
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const client = createApiClient(`http://127.0.0.1:${port}/v1`, () => undefined);
    call = client.call;
    close = () => client.close();
    await eventually('the API to answer', () => call('GET', '/openapi.json').catch(() => null));
  });
  after(async () => {
    await close();
    child.kill('SIGTERM');
    await once(child, 'exit');
    await api.close();
  });

  it(`stays below ${MAX_PEAK_MB} MB under ${ROUNDS * 8} bombs and ${ROUNDS * 2} files of 5 MB, ${AT_ONCE} at once`, async () => {
    const key = (await api.newAgency()).keys.test.full;
    const { body } = expectStatus(await call('POST', '/projects', { key, json: projectBody() }), 201);
    const files = await makeFiles();
    const queue = Array.from({ length: ROUNDS }, () => files).flat();
    const statuses = new Map<number, number>();
    const idle = await memoryMb('VmRSS');
    const send = async (): Promise<void> => {
      for (let file = queue.pop(); file; file = queue.pop()) {
        const { status } = await call('PUT', `/projects/${body.id}/logo`, { key, body: upload(file) });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, send));
    const peak = await memoryMb('VmHWM');
    console.info(`      idle ${idle} MB, peak ${peak} MB, afterwards ${await memoryMb('VmRSS')} MB`);
    assert.deepEqual(Object.fromEntries(statuses), { 200: ROUNDS * 7, 422: ROUNDS * 3 });
    assert.ok(peak < MAX_PEAK_MB, `${peak} MB`);
  });

  async function memoryMb(name: 'VmHWM' | 'VmRSS'): Promise<number> {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
    return Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)![1]) / 1_024);
  }
});

/** Eight bombs, three of which are refused, and two pictures of 5 MB. */
async function makeFiles(): Promise<Buffer[]> {
  const huge = () => sharp(flatPng(8_000, 5_000));
  const noise = sharp(randomBytes(1_300 * 1_300 * 3), { raw: { width: 1_300, height: 1_300, channels: 3 } });
  const large = await noise.png().toBuffer();
  const padded = Buffer.concat([large, Buffer.alloc(MAX_BYTES - large.length)]);
  return [
    emptyPng(30_000, 30_000),
    flatPng(40_000_000, 1),
    gif(1, 1, 1, { width: 65_535, height: 65_535 }),
    gif(4, 4, 100_000),
    pngWithBomb('zTXt', 1e9),
    await huge().ensureAlpha().toColourspace('rgb16').png({ progressive: true }).toBuffer(),
    await huge().toColourspace('cmyk').jpeg({ progressive: true }).withMetadata({ orientation: 6 }).toBuffer(),
    await huge().gif({ effort: 1 }).toBuffer(),
    padded,
    padded,
  ];
}
