import assert from 'node:assert/strict';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { RequestListener } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { TLSSocket } from 'node:tls';
import { gzipSync } from 'node:zlib';
import type { CertificateAuthority, ServerCertificate } from '../../dev/certificates.ts';
import { createAddressPolicy } from '../../src/outbound/address-policy.ts';
import { createWebhookPoster } from '../../src/outbound/webhook-post.ts';
import type { WebhookOutcome, WebhookPoster, WebhookPosterSettings } from '../../src/outbound/webhook-post.ts';
import { startCanary } from './support/canary.ts';
import { listenOnLoopback, until } from './support/servers.ts';
import type { LoopbackServer } from './support/servers.ts';
import { createTestAuthority, validFor } from './support/test-authority.ts';

/** Long enough never to be reached, unless a test is about the time limits. */
const PATIENT = { timeoutMs: 10_000, connectTimeoutMs: 5_000 };
const TIMEOUT_MS = 300;
const CONNECT_TIMEOUT_MS = 100;
const UNUSED_PORT = 1;

/** What a socket does after it has received a request. */
type Answer = (socket: Socket) => void;

const write =
  (text: string): Answer =>
  (socket) =>
    socket.end(text);

describe('createWebhookPoster', () => {
  let authority: CertificateAuthority;
  let certificate: ServerCertificate;
  let server: LoopbackServer | undefined;
  let poster: WebhookPoster;

  before(async () => {
    ({ authority, receiver: certificate } = await createTestAuthority());
  });
  beforeEach(() => {
    poster = createPoster();
  });
  afterEach(async () => {
    await server?.close();
    server = undefined;
    await poster.close();
  });

  function createPoster(overrides: Partial<WebhookPosterSettings> = {}): WebhookPoster {
    return createWebhookPoster({
      policy: createAddressPolicy({ allow: ['127.0.0.1'] }),
      extraCa: [authority.cert],
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      ...PATIENT,
      ...overrides,
    });
  }

  async function usePoster(overrides: Partial<WebhookPosterSettings>): Promise<void> {
    await poster.close();
    poster = createPoster(overrides);
  }

  async function listen(target: Server): Promise<LoopbackServer> {
    server = await listenOnLoopback(target);
    return server;
  }

  const serve = (listener: RequestListener) => listen(createHttpsServer(certificate, listener));

  const answer = (respond: Answer) =>
    listen(createTlsServer(certificate, (socket: TLSSocket) => socket.once('data', () => respond(socket))));

  const send = (path = '/hook', signal?: AbortSignal): Promise<WebhookOutcome> =>
    poster.post({
      url: `https://receiver.test:${server?.port ?? UNUSED_PORT}${path}`,
      headers: { 'content-type': 'application/json', 'webhook-id': 'evt_1' },
      body: '{"object":"event"}',
      ...(signal && { signal }),
    });

  async function assertOutcome(expected: Pick<WebhookOutcome, 'httpStatus' | 'error'>): Promise<WebhookOutcome> {
    const result = await send();
    assert.deepEqual({ httpStatus: result.httpStatus, error: result.error }, expected);
    assert.ok(Number.isInteger(result.durationMs) && result.durationMs >= 0);
    return result;
  }

  describe('an endpoint that answers', () => {
    it('receives method, path, headers and the exact bytes of the body', async () => {
      const received: unknown[] = [];
      await serve(async (request, response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer);
        const { host, 'webhook-id': id, 'content-length': length } = request.headers;
        received.push(request.method, request.url, host, id, length, Buffer.concat(chunks).toString());
        response.end();
      });
      await send('/hook?a=%20b');
      const host = `receiver.test:${server?.port}`;
      assert.deepEqual(received, ['POST', '/hook?a=%20b', host, 'evt_1', '18', '{"object":"event"}']);
    });

    for (const status of [200, 201, 204, 299, 400, 404, 410, 429, 500, 503]) {
      it(`is reported with status ${status} and no error`, async () => {
        await serve((_request, response) => response.writeHead(status).end());
        await assertOutcome({ httpStatus: status, error: null });
      });
    }

    for (const status of [300, 301, 302, 303, 304, 307, 308]) {
      it(`with ${status} is a redirect, and is not followed`, async () => {
        const canary = await startCanary();
        await serve((_request, response) => {
          response.writeHead(status, { location: `https://127.0.0.1:${canary.port}/` }).end();
        });
        await assertOutcome({ httpStatus: status, error: 'redirect' });
        assert.equal(canary.connections(), 0);
        await canary.close();
      });
    }

    it('may speak HTTP/1.0', async () => {
      await answer(write('HTTP/1.0 200 OK\r\n\r\nfine'));
      await assertOutcome({ httpStatus: 200, error: null });
    });

    it('may send informational answers first', async () => {
      await answer(write('HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n'));
      await assertOutcome({ httpStatus: 202, error: null });
    });

    it('may be addressed by a permitted address', async () => {
      await serve((_request, response) => response.end());
      const result = await poster.post({ url: `https://127.0.0.1:${server?.port}/`, headers: {}, body: '{}' });
      assert.equal(result.error, null);
    });
  });

  describe('once the status line is there', () => {
    it('a body that drips is cut off at the time limit, and the outcome stands', async () => {
      await usePoster({ timeoutMs: TIMEOUT_MS });
      await answer((socket) => {
        socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
        const drip = setInterval(() => socket.write('1\r\nx\r\n'), 20);
        socket.on('close', () => clearInterval(drip));
      });
      const result = await assertOutcome({ httpStatus: 200, error: null });
      assert.ok(result.durationMs < TIMEOUT_MS, 'the duration is that of the status line');
      await until(() => server?.closedConnections() === 1);
    });

    it('an endless body is cut off after 64 KiB, and the outcome stands', async () => {
      await answer((socket) => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        const pour = () => {
          while (socket.writable && socket.write(Buffer.alloc(16_384)));
        };
        socket.on('drain', pour);
        pour();
      });
      await assertOutcome({ httpStatus: 200, error: null });
      await until(() => server?.closedConnections() === 1);
    });

    it('a compressed bomb is not unpacked', async () => {
      const bomb = gzipSync(Buffer.alloc(32 * 1024 * 1024));
      await serve((_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb));
      await assertOutcome({ httpStatus: 200, error: null });
    });

    for (const [title, rest] of [
      ['a body shorter than announced', 'content-length: 10\r\n\r\nabc'],
      ['a malformed body', 'transfer-encoding: chunked\r\n\r\nnonsense\r\n'],
    ] as const) {
      it(`${title} does not change the outcome`, async () => {
        await answer(write(`HTTP/1.1 500 Oops\r\n${rest}`));
        await assertOutcome({ httpStatus: 500, error: null });
      });
    }

    it('an abort does not change the outcome', async () => {
      const controller = new AbortController();
      await answer((socket) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n');
        setTimeout(() => controller.abort(), 50);
      });
      const result = await send('/', controller.signal);
      assert.equal(result.httpStatus, 200);
      await until(() => server?.closedConnections() === 1);
    });
  });

  describe('an endpoint that does not answer', () => {
    const connectionFailed = { httpStatus: null, error: 'connection_failed' } as const;

    it('because nothing listens is connection_failed', async () => {
      await serve(() => {});
      await server?.close();
      await assertOutcome(connectionFailed);
    });

    it('because its name does not resolve is connection_failed', async () => {
      await usePoster({ resolve: () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })) });
      await assertOutcome(connectionFailed);
    });

    it('because its name has no address is connection_failed', async () => {
      await usePoster({ resolve: async () => [] });
      await assertOutcome(connectionFailed);
    });

    it('and resets the connection before TLS is connection_failed', async () => {
      await listen(createTcpServer((socket) => socket.resetAndDestroy()));
      await assertOutcome(connectionFailed);
    });

    it('and closes the connection in the TLS handshake is connection_failed', async () => {
      await listen(createTcpServer((socket) => socket.once('data', () => socket.destroy())));
      await assertOutcome(connectionFailed);
    });

    it('and resets the connection in the TLS handshake is connection_failed', async () => {
      await listen(createTcpServer((socket) => socket.once('data', () => socket.resetAndDestroy())));
      await assertOutcome(connectionFailed);
    });

    it('and resets the connection after the request is connection_failed', async () => {
      await answer((socket) => socket.destroy());
      await assertOutcome(connectionFailed);
    });

    for (const [title, text] of [
      ['what is not HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
      ['HTTP/0.9', '<p>hello</p>'],
      ['a switch of protocols', 'HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'],
      ['huge headers', `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`],
      ['many headers', `HTTP/1.1 200 OK\r\n${'x: aaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n'.repeat(5_000)}\r\n`],
    ] as const) {
      it(`but sends ${title} is connection_failed`, async () => {
        await answer((socket) => socket.write(text));
        await assertOutcome(connectionFailed);
      });
    }

    it('because it hangs before its headers is a timeout after the whole time', async () => {
      await usePoster({ timeoutMs: TIMEOUT_MS });
      await answer(() => {});
      const result = await assertOutcome({ httpStatus: null, error: 'timeout' });
      assert.ok(result.durationMs >= TIMEOUT_MS - 1 && result.durationMs < PATIENT.timeoutMs);
      await until(() => server?.closedConnections() === 1);
    });

    it('but promises to is a timeout', async () => {
      await usePoster({ timeoutMs: TIMEOUT_MS });
      await answer((socket) => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'));
      await assertOutcome({ httpStatus: null, error: 'timeout' });
    });

    it('because its headers drip is a timeout', async () => {
      await usePoster({ timeoutMs: TIMEOUT_MS });
      await answer((socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        const drip = setInterval(() => socket.write('x: y\r\n'), 20);
        socket.on('close', () => clearInterval(drip));
      });
      await assertOutcome({ httpStatus: null, error: 'timeout' });
    });

    it('because it is silent in the TLS handshake is a timeout after the time to connect', async () => {
      await usePoster({ connectTimeoutMs: CONNECT_TIMEOUT_MS });
      await listen(createTcpServer());
      const result = await assertOutcome({ httpStatus: null, error: 'timeout' });
      assert.ok(result.durationMs >= CONNECT_TIMEOUT_MS - 1 && result.durationMs < PATIENT.connectTimeoutMs);
    });

    it('because DNS is silent is a timeout after the time to connect', async () => {
      await usePoster({ connectTimeoutMs: CONNECT_TIMEOUT_MS, resolve: () => new Promise(() => {}) });
      const result = await assertOutcome({ httpStatus: null, error: 'timeout' });
      assert.ok(result.durationMs >= CONNECT_TIMEOUT_MS - 1 && result.durationMs < PATIENT.connectTimeoutMs);
    });
  });

  describe('a TLS session that cannot be trusted is tls_failed, and no request is sent', () => {
    let requests = 0;
    beforeEach(() => {
      requests = 0;
    });
    afterEach(() => assert.equal(requests, 0));

    async function assertUntrusted(presented: ServerCertificate): Promise<void> {
      await listen(createHttpsServer(presented, () => (requests += 1)));
      await assertOutcome({ httpStatus: null, error: 'tls_failed' });
    }

    it('when the authority is unknown', async () => {
      const stranger = await createTestAuthority();
      await assertUntrusted(stranger.receiver);
    });

    it('when no extra authority is given', async () => {
      await usePoster({ extraCa: [] });
      await assertUntrusted(certificate);
    });

    it('when the certificate has expired', async () => {
      await assertUntrusted(await authority.issue(['receiver.test'], validFor(-20, -10)));
    });

    it('when the certificate is not valid yet', async () => {
      await assertUntrusted(await authority.issue(['receiver.test'], validFor(10, 20)));
    });

    it('when the certificate is for another name', async () => {
      await assertUntrusted(await authority.issue(['other.test', '127.0.0.1'], validFor(-1, 1)));
    });

    it('when the server speaks plain HTTP', async () => {
      await listen(createHttpServer(() => (requests += 1)));
      await assertOutcome({ httpStatus: null, error: 'tls_failed' });
    });
  });

  describe('connections', () => {
    it('are kept alive: many posts, one connection, one question to DNS', async () => {
      let questions = 0;
      await usePoster({
        resolve: async () => {
          questions += 1;
          return [{ address: '127.0.0.1', family: 4 }];
        },
      });
      await serve((_request, response) => response.end('ok'));
      for (let i = 0; i < 50; i++) await assertOutcome({ httpStatus: 200, error: null });
      assert.equal(server?.connections(), 1);
      assert.equal(questions, 1);
    });

    it('are used again after a body that arrives later than its headers', async () => {
      await serve((_request, response) => {
        response.flushHeaders();
        setTimeout(() => response.end('late'), 20);
      });
      await assertOutcome({ httpStatus: 200, error: null });
      await assertOutcome({ httpStatus: 200, error: null });
      assert.equal(server?.connections(), 1);
    });

    it('to one origin are bounded', async () => {
      await usePoster({ connectionsPerOrigin: 2 });
      await serve((_request, response) => response.end('ok'));
      const outcomes = await Promise.all(Array.from({ length: 40 }, () => send()));
      assert.ok(outcomes.every(({ httpStatus }) => httpStatus === 200));
      assert.ok((server?.connections() ?? 0) <= 2);
    });

    it('that break do not keep the next post from going out', async () => {
      let requests = 0;
      await answer((socket) => {
        requests += 1;
        if (requests === 1) socket.destroy();
        else socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
      });
      await assertOutcome({ httpStatus: null, error: 'connection_failed' });
      await assertOutcome({ httpStatus: 200, error: null });
    });

    it('ignore the proxies of the environment', async () => {
      const canary = await startCanary();
      const saved = { ...process.env };
      for (const name of ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'ALL_PROXY']) {
        process.env[name] = `http://127.0.0.1:${canary.port}`;
      }
      process.env.NODE_USE_ENV_PROXY = '1';
      try {
        await usePoster({});
        await serve((_request, response) => response.end());
        await assertOutcome({ httpStatus: 200, error: null });
        assert.equal(canary.connections(), 0);
      } finally {
        process.env = saved;
        await canary.close();
      }
    });
  });

  describe('a post', () => {
    it('that is aborted before the status line rejects with the reason', async () => {
      const controller = new AbortController();
      await answer(() => controller.abort());
      await assert.rejects(send('/', controller.signal), { name: 'AbortError' });
      await until(() => server?.closedConnections() === 1);
    });

    it('that is aborted before it starts makes no connection', async () => {
      await serve((_request, response) => response.end());
      await assert.rejects(send('/', AbortSignal.abort()), { name: 'AbortError' });
      assert.equal(server?.connections(), 0);
    });

    it('that is given up while it waits for a connection is never sent', async () => {
      await usePoster({ connectionsPerOrigin: 1 });
      const paths: (string | undefined)[] = [];
      await serve((request, response) => {
        paths.push(request.url);
        if (request.url !== '/slow') response.end();
      });
      const controllers = [new AbortController(), new AbortController()] as const;
      const slow = send('/slow', controllers[0].signal);
      const waiting = send('/waiting', controllers[1].signal);
      await until(() => paths.length === 1);
      controllers[1].abort();
      await assert.rejects(waiting, { name: 'AbortError' });
      controllers[0].abort();
      await assert.rejects(slow, { name: 'AbortError' });
      await send('/next');
      assert.deepEqual(paths, ['/slow', '/next']);
    });

    it('to anything but https is a mistake of the caller', async () => {
      await assert.rejects(poster.post({ url: 'http://receiver.test/', headers: {}, body: '' }), TypeError);
      await assert.rejects(poster.post({ url: 'nonsense', headers: {}, body: '' }), TypeError);
    });

    it('with headers that HTTP does not allow is a mistake of the caller', async () => {
      const headers = { 'x-evil': 'a\r\nhost: other' };
      await assert.rejects(poster.post({ url: 'https://receiver.test/', headers, body: '' }), {
        code: 'UND_ERR_INVALID_ARG',
      });
    });
  });

  it('close waits for the posts under way, then closes the connections and refuses more', async () => {
    await serve((_request, response) => setTimeout(() => response.end('done'), 50));
    const underWay = send();
    await until(() => server?.connections() === 1);
    await poster.close();
    assert.equal((await underWay).httpStatus, 200);
    await until(() => server?.openConnections() === 0);
    await assert.rejects(send(), /closed/);
  });
});
