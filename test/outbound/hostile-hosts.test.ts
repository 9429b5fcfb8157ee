import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { isIPv6 } from 'node:net';
import { createAddressPolicy } from '../../src/outbound/address-policy.ts';
import { createGuardedFetch } from '../../src/outbound/guarded-fetch.ts';
import type { GuardedFetch } from '../../src/outbound/guarded-fetch.ts';
import type { ResolveHost } from '../../src/outbound/resolve-host.ts';
import { createWebhookPoster } from '../../src/outbound/webhook-post.ts';
import { startCanary } from './support/canary.ts';
import type { Canary } from './support/canary.ts';
import {
  HOSTILE_ANSWERS,
  HOSTILE_LITERALS,
  LOOPBACK_NAMES,
  MALFORMED_HOSTS,
  UNFOLLOWED_LOCATIONS,
} from './support/hostile-hosts.ts';
import { listenOnLoopback } from './support/servers.ts';
import type { LoopbackServer } from './support/servers.ts';

const OPTIONS = { maxBytes: 1_000, overflow: 'refuse', timeoutMs: 5_000, accept: '*/*' } as const;

describe('hostile hosts', () => {
  /** Stands for a public address: everything of loopback but this one is refused. */
  const policy = createAddressPolicy({ allow: ['127.0.0.2'] });
  let canary: Canary;
  let redirector: LoopbackServer;

  before(async () => {
    canary = await startCanary();
    const server = createServer((request, response) => {
      const location = new URL(request.url ?? '/', 'http://redirector').searchParams.get('to') ?? '';
      response.writeHead(302, { location: Buffer.from(location).toString('latin1') }).end();
    });
    redirector = await listenOnLoopback(server, '127.0.0.2');
  });
  after(async () => {
    await canary.close();
    await redirector.close();
  });
  afterEach(() => assert.equal(canary.connections(), 0, 'a connection was made'));

  const answering =
    (addresses: readonly string[]): ResolveHost =>
    async () =>
      addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));

  async function withFetch(resolve: ResolveHost | undefined, use: (fetch: GuardedFetch) => Promise<void>) {
    const fetch = createGuardedFetch({ policy, userAgent: 'test', ...(resolve && { resolve }) });
    await use(fetch).finally(() => fetch.close());
  }

  async function post(url: string, resolve?: ResolveHost) {
    const poster = createWebhookPoster({ policy, ...(resolve && { resolve }) });
    return poster.post({ url, headers: {}, body: '{}' }).finally(() => poster.close());
  }

  for (const host of HOSTILE_LITERALS) {
    it(`${host} is fetched neither directly nor after a redirect, and gets no webhook`, async () => {
      await withFetch(undefined, async (fetch) => {
        const target = `http://${host}:${canary.port}/`;
        const redirect = `http://127.0.0.2:${redirector.port}/?to=${encodeURIComponent(target)}`;
        await assert.rejects(fetch.get(target, OPTIONS), { kind: 'blocked_address' });
        await assert.rejects(fetch.get(redirect, OPTIONS), { kind: 'blocked_address' });
      });
      const outcome = await post(`https://${host}:${canary.port}/`);
      assert.deepEqual({ ...outcome, durationMs: 0 }, { httpStatus: null, error: 'blocked_address', durationMs: 0 });
    });
  }

  for (const host of MALFORMED_HOSTS) {
    it(`the malformed host ${JSON.stringify(host)} is not fetched`, async () => {
      await withFetch(undefined, (fetch) =>
        assert.rejects(fetch.get(`http://${host}:${canary.port}/`, OPTIONS), { kind: 'invalid_url' }),
      );
    });
  }

  for (const { title, addresses } of HOSTILE_ANSWERS) {
    it(`a name that resolves to ${title} is not connected to`, async () => {
      const resolve = answering(addresses);
      await withFetch(resolve, (fetch) =>
        assert.rejects(fetch.get(`http://rebind.example:${canary.port}/`, OPTIONS), { kind: 'blocked_address' }),
      );
      const outcome = await post(`https://rebind.example:${canary.port}/`, resolve);
      assert.equal(outcome.error, 'blocked_address');
    });
  }

  for (const name of LOOPBACK_NAMES) {
    it(`${name} is loopback, and so refused`, async () => {
      await withFetch(undefined, (fetch) =>
        assert.rejects(fetch.get(`http://${name}:${canary.port}/`, OPTIONS), { kind: 'blocked_address' }),
      );
    });
  }

  for (const location of UNFOLLOWED_LOCATIONS) {
    it(`a redirect to ${location} is not followed`, async () => {
      const url = `http://127.0.0.2:${redirector.port}/?to=${encodeURIComponent(location)}`;
      await withFetch(undefined, (fetch) => assert.rejects(fetch.get(url, OPTIONS), { kind: 'invalid_url' }));
    });
  }

  it('a name that changes its answer is asked once for a connection, which goes to the checked address', async () => {
    let questions = 0;
    const resolve: ResolveHost = async () => {
      questions += 1;
      return [{ address: questions === 1 ? '127.0.0.2' : '127.0.0.1', family: 4 }];
    };
    const server = await listenOnLoopback(
      createServer((_request, response) => response.writeHead(200, { connection: 'close' }).end('checked')),
      '127.0.0.2',
    );
    await withFetch(resolve, async (fetch) => {
      const url = `http://rebind.example:${server.port}/`;
      const first = await fetch.get(url, OPTIONS);
      assert.equal(first.body.toString(), 'checked');
      assert.equal(questions, 1);
      await assert.rejects(fetch.get(url, OPTIONS), { kind: 'blocked_address' });
    });
    await server.close();
  });
});

describe('the canary', () => {
  it('notices a connection through each kind of host once the policy permits it', async () => {
    const policy = createAddressPolicy({ allow: ['0.0.0.0/0'] });
    const fetch = createGuardedFetch({ policy, userAgent: 'test' });
    const canary = await startCanary();
    const hosts = ['127.0.0.1', '2130706433', '0x7f.1', '0.0.0.0', 'localhost', 'foo.localhost'];
    for (const host of hosts) {
      await assert.rejects(fetch.get(`http://${host}:${canary.port}/`, OPTIONS), { kind: 'connection_failed' });
    }
    assert.equal(canary.connections(), hosts.length);
    await fetch.close();
    await canary.close();
  });
});
