import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import { createAddressPolicy } from '../../src/outbound/address-policy.ts';
import { createGuardedFetch, type GuardedFetch } from '../../src/outbound/guarded-fetch.ts';
import { createHostResolver } from '../../src/outbound/resolve-host.ts';
import { readLivePage } from '../../src/services/listings/read-live-page.ts';
import { listenOnLoopback, type LoopbackServer } from '../outbound/support/servers.ts';

describe('a reading of a live page', () => {
  let server: LoopbackServer;
  let fetch: GuardedFetch;
  let answer: (response: ServerResponse, url: string) => void;
  let asked: string[];

  before(async () => {
    server = await listenOnLoopback(
      createServer(({ url = '' }, response) => {
        asked.push(url);
        answer(response, url);
      }),
    );
    const system = createHostResolver();
    fetch = createGuardedFetch({
      policy: createAddressPolicy({ allow: ['127.0.0.1/32'] }),
      userAgent: 'test',
      resolve: (hostname) => {
        const code = { 'gone.example': 'ENOTFOUND', 'silent.example': 'EAI_AGAIN' }[hostname];
        return code ? Promise.reject(Object.assign(new Error(code), { code })) : system(hostname);
      },
    });
  });
  beforeEach(() => {
    asked = [];
  });
  after(async () => {
    await fetch.close();
    await server.close();
  });

  const read = (url = `http://127.0.0.1:${server.port}/page`) => readLivePage(fetch, url);
  const redirectTo = (location: string) => (response: ServerResponse, url: string) =>
    url === '/page' ? response.writeHead(302, { location }).end() : response.writeHead(200).end();

  for (const [kind, statuses] of Object.entries({
    there: [200, 204],
    gone: [404, 410],
    unclear: [304, 400, 401, 403, 408, 429, 451, 500, 502, 503],
  })) {
    for (const status of statuses) {
      it(`answered with ${status} finds the page ${kind}`, async () => {
        answer = (response) => response.writeHead(status).end();
        assert.deepEqual(await read(), { kind, said: `HTTP ${status}` });
      });
    }
  }

  it('finds it gone where its name has no address, and unclear where nobody knows', async () => {
    assert.deepEqual(await read('https://gone.example/'), { kind: 'gone', said: 'the host has no address' });
    assert.deepEqual(await read('https://silent.example/'), { kind: 'unclear', said: 'connection_failed' });
  });

  it('takes nothing of a body, however long, slow or oddly encoded', async () => {
    answer = (response) => {
      response.writeHead(404, { 'content-encoding': 'zstd' });
      response.write('the beginning of a page that never ends');
    };
    assert.deepEqual(await read(), { kind: 'gone', said: 'HTTP 404' });
  });

  it('follows a redirect, also to a home page, which is not told from the page', async () => {
    answer = redirectTo('/');
    assert.deepEqual(await read(), { kind: 'there', said: 'HTTP 200' });
    assert.deepEqual(asked, ['/page', '/']);
  });

  it('never leads to a private address', async () => {
    for (const location of ['http://10.0.0.1/', 'http://169.254.169.254/latest/', `http://[::1]:${server.port}/`]) {
      answer = redirectTo(location);
      assert.deepEqual(await read(), { kind: 'unclear', said: 'blocked_address' });
      assert.deepEqual(await read(location), { kind: 'unclear', said: 'blocked_address' });
    }
    assert.deepEqual(new Set(asked), new Set(['/page']));
  });

  it('is unclear where the connection breaks or the address makes no sense', async () => {
    answer = (response) => response.socket!.destroy();
    assert.deepEqual(await read(), { kind: 'unclear', said: 'connection_failed' });
    assert.deepEqual(await read('http://'), { kind: 'unclear', said: 'invalid_url' });
  });
});
