import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createServer } from 'node:https';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startCanary, type Canary } from './support/canary.ts';
import { listenOnLoopback, type LoopbackServer } from './support/servers.ts';
import { createTestAuthority } from './support/test-authority.ts';

const NAMES = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'GLOBAL_AGENT_HTTP_PROXY', 'GLOBAL_AGENT_HTTPS_PROXY'];

/** Node reads these when it starts, so each is given to a process of its own. */
describe('proxies of the environment', () => {
  let canary: Canary;
  let server: LoopbackServer;
  let ca: string;
  let url: string;

  before(async () => {
    const { authority, receiver } = await createTestAuthority('receiver.localhost');
    ca = authority.cert;
    canary = await startCanary();
    server = await listenOnLoopback(createServer(receiver, (_request, response) => response.end()));
    url = `https://receiver.localhost:${server.port}/`;
  });
  after(async () => {
    await server.close();
    await canary.close();
  });

  async function ask(how: 'post' | 'fetch'): Promise<string> {
    const program = fileURLToPath(new URL('./support/post-once.ts', import.meta.url));
    const proxy = `http://127.0.0.1:${canary.port}`;
    const env = {
      NODE_USE_ENV_PROXY: '1',
      NO_PROXY: '',
      ...Object.fromEntries(NAMES.flatMap((name) => [name, name.toLowerCase()]).map((name) => [name, proxy])),
    };
    return (await promisify(execFile)(process.execPath, [program, how, url, ca], { env })).stdout;
  }

  it('are not asked to forward a webhook', async () => {
    const { durationMs, ...outcome } = JSON.parse(await ask('post')) as Record<string, unknown>;
    assert.deepEqual(outcome, { httpStatus: 200, error: null }, `after ${String(durationMs)} ms`);
    assert.equal(canary.connections(), 0);
  });

  it('are asked by a program that heeds them', async () => {
    assert.match(await ask('fetch'), /fetch failed/);
    assert.ok(canary.connections() > 0);
  });
});
