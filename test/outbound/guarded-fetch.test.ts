import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { createAddressPolicy } from '../../src/outbound/address-policy.ts';
import { createGuardedFetch } from '../../src/outbound/guarded-fetch.ts';
import type { FetchOptions, GuardedFetch } from '../../src/outbound/guarded-fetch.ts';
import { OutboundError } from '../../src/outbound/outbound-error.ts';
import { listenOnLoopback, until } from './support/servers.ts';
import type { LoopbackServer } from './support/servers.ts';
import { createTestAuthority } from './support/test-authority.ts';

const policy = createAddressPolicy({ allow: ['127.0.0.1'] });
const MAX_BYTES = 1_000;
const FAST_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const OPTIONS: FetchOptions = { maxBytes: MAX_BYTES, overflow: 'refuse', timeoutMs: 5_000, accept: 'text/html' };

describe('createGuardedFetch', () => {
  let fetch: GuardedFetch;
  let server: LoopbackServer | undefined;

  beforeEach(() => {
    fetch = createGuardedFetch({ policy, userAgent: 'listing-service/1.0' });
  });
  afterEach(async () => {
    await server?.close();
    server = undefined;
    await fetch.close();
  });

  async function serve(listener: RequestListener): Promise<string> {
    server = await listenOnLoopback(createServer(listener));
    return `http://127.0.0.1:${server.port}`;
  }

  const respond =
    (body: string | Buffer, headers: Record<string, string> = {}): RequestListener =>
    (_request, response) =>
      response.writeHead(200, headers).end(body);

  describe('a page', () => {
    it('comes back with its status, headers, final URL and bytes', async () => {
      const url = await serve((_request, response) =>
        response.writeHead(404, { 'content-type': 'text/plain' }).end('no'),
      );
      const { status, headers, body, truncated, url: finalUrl } = await fetch.get(`${url}/a?b=c#d`, OPTIONS);
      assert.deepEqual(
        { status, type: headers['content-type'], body: body.toString(), truncated, finalUrl },
        { status: 404, type: 'text/plain', body: 'no', truncated: false, finalUrl: `${url}/a?b=c#d` },
      );
    });

    it('is asked for under an honest name, without credentials', async () => {
      let request: IncomingMessage | undefined;
      const url = await serve((incoming, response) => {
        request = incoming;
        response.end();
      });
      await fetch.get(`${url}/a?b=c#d`, OPTIONS);
      assert.equal(request?.url, '/a?b=c');
      assert.equal(request.headers['user-agent'], 'listing-service/1.0');
      assert.equal(request.headers.accept, 'text/html');
      assert.equal(request.headers.cookie ?? request.headers.authorization ?? request.headers.referer, undefined);
    });

    it('is asked for with the headers it is given, which no redirect carries on', async () => {
      const seen: (string | undefined)[] = [];
      const url = await serve((request, response) => {
        seen.push(`${request.method} ${request.url} ${request.headers.authorization}`);
        response.writeHead(request.url === '/moved' ? 302 : 200, { location: '/' }).end('ok');
      });
      const options = { ...OPTIONS, headers: { authorization: 'Bearer key' }, maxRedirects: 3 };
      assert.equal((await fetch.get(`${url}/`, options)).body.toString(), 'ok');
      await assert.rejects(fetch.get(`${url}/moved`, options), { kind: 'too_many_redirects' });
      assert.deepEqual(seen, ['GET / Bearer key', 'GET /moved Bearer key']);
    });

    it('is posted to with a body, which no redirect carries on', async () => {
      const seen: string[] = [];
      const url = await serve(async (request, response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
        seen.push(`${request.method} ${request.url} ${Buffer.concat(chunks).toString()}`);
        response.writeHead(request.url === '/moved' ? 307 : 200, { location: '/' }).end('ok');
      });
      assert.equal((await fetch.send('POST', `${url}/`, '{"a":1}', OPTIONS)).body.toString(), 'ok');
      await assert.rejects(fetch.send('POST', `${url}/moved`, '{}', OPTIONS), { kind: 'too_many_redirects' });
      assert.deepEqual(seen, ['POST / {"a":1}', 'POST /moved {}']);
    });

    it('comes over TLS from a server of an extra authority, and from no other', async () => {
      const { authority, receiver } = await createTestAuthority();
      server = await listenOnLoopback(createHttpsServer(receiver, respond('secure')));
      const url = `https://127.0.0.1:${server.port}/`;
      await assert.rejects(fetch.get(url, OPTIONS), { kind: 'tls_failed' });
      const trusting = createGuardedFetch({ policy, userAgent: 'test', extraCa: [authority.cert] });
      const { body } = await trusting.get(url, OPTIONS);
      assert.equal(body.toString(), 'secure');
      await trusting.close();
    });
  });

  describe('a body', () => {
    const encodings = [
      ['identity', (text: string) => Buffer.from(text)],
      ['gzip', gzipSync],
      ['x-gzip', gzipSync],
      ['deflate', deflateSync],
      ['br', brotliCompressSync],
      [' GZIP ', gzipSync],
    ] as const;

    for (const [encoding, compress] of encodings) {
      it(`encoded as "${encoding}" is decoded`, async () => {
        const url = await serve(respond(compress('hello'), { 'content-encoding': encoding }));
        const { body } = await fetch.get(url, OPTIONS);
        assert.equal(body.toString(), 'hello');
      });

      it(`encoded as "${encoding}" is measured decoded`, async () => {
        const fits = 'x'.repeat(MAX_BYTES);
        const url = await serve((request, response) => {
          const text = request.url === '/fits' ? fits : `${fits}y`;
          response.writeHead(200, { 'content-encoding': encoding }).end(compress(text));
        });
        const fitting = await fetch.get(`${url}/fits`, OPTIONS);
        assert.equal(fitting.body.toString(), fits);
        assert.equal(fitting.truncated, false);
        await assert.rejects(fetch.get(`${url}/larger`, OPTIONS), { kind: 'too_large' });
        const cut = await fetch.get(`${url}/larger`, { ...OPTIONS, overflow: 'truncate' });
        assert.equal(cut.body.toString(), fits);
        assert.equal(cut.truncated, true);
      });
    }

    for (const [encoding, bomb] of [
      ['gzip', gzipSync(Buffer.alloc(50 * 1024 * 1024))],
      ['br', brotliCompressSync(Buffer.alloc(50 * 1024 * 1024), FAST_BROTLI)],
    ] as const) {
      it(`that is a ${encoding} bomb is left packed beyond the limit`, async () => {
        const url = await serve(respond(bomb, { 'content-encoding': encoding }));
        const before = process.memoryUsage().arrayBuffers;
        const { body, truncated } = await fetch.get(url, { ...OPTIONS, overflow: 'truncate' });
        assert.equal(body.length, MAX_BYTES);
        assert.equal(truncated, true);
        assert.ok(process.memoryUsage().arrayBuffers - before < 20 * 1024 * 1024);
        await assert.rejects(fetch.get(url, OPTIONS), { kind: 'too_large' });
      });
    }

    it('without an end is read up to the limit, and its connection closed', async () => {
      const url = await serve((_request, response) => pour(response));
      const { body } = await fetch.get(url, { ...OPTIONS, overflow: 'truncate' });
      assert.equal(body.length, MAX_BYTES);
      await until(() => server?.closedConnections() === 1);
    });

    it('that ends before its compressed trailer is taken as far as it came', async () => {
      const packed = gzipSync('hello '.repeat(20));
      const url = await serve(respond(packed.subarray(0, -8), { 'content-encoding': 'gzip' }));
      const { body } = await fetch.get(url, OPTIONS);
      assert.equal(body.toString(), 'hello '.repeat(20));
    });

    for (const [title, body, encoding] of [
      ['that is not what its encoding says', 'plain', 'gzip'],
      ['in an encoding that was not asked for', 'plain', 'zstd'],
      ['that is packed twice', gzipSync(gzipSync('hello')), 'gzip, gzip'],
    ] as const) {
      it(`${title} is a failed connection`, async () => {
        const url = await serve(respond(body, { 'content-encoding': encoding }));
        await assert.rejects(fetch.get(url, OPTIONS), { kind: 'connection_failed' });
      });
    }

    it('that is empty may carry an encoding', async () => {
      const url = await serve((_request, response) => response.writeHead(204, { 'content-encoding': 'gzip' }).end());
      const { body } = await fetch.get(url, OPTIONS);
      assert.equal(body.length, 0);
    });
  });

  describe('redirects', () => {
    for (const status of [301, 302, 303, 307, 308]) {
      it(`with ${status} are followed with GET, relative ones too`, async () => {
        const url = await serve((request, response) => {
          if (request.url === '/a/start') response.writeHead(status, { location: '../b?c' }).end('moved');
          else response.end(`${request.method} ${request.url}`);
        });
        const result = await fetch.get(`${url}/a/start`, OPTIONS);
        assert.equal(result.body.toString(), 'GET /b?c');
        assert.equal(result.url, `${url}/b?c`);
      });
    }

    it('without a target are answers', async () => {
      const url = await serve((_request, response) => response.writeHead(302).end('where?'));
      assert.equal((await fetch.get(url, OPTIONS)).status, 302);
    });

    it('are followed five times and no more', async () => {
      let requests = 0;
      const url = await serve((request, response) => {
        requests += 1;
        const left = Number(request.url?.slice(1));
        if (left === 0) response.end('arrived');
        else response.writeHead(302, { location: `/${left - 1}` }).end();
      });
      const { body } = await fetch.get(`${url}/5`, OPTIONS);
      assert.equal(body.toString(), 'arrived');
      requests = 0;
      await assert.rejects(fetch.get(`${url}/60`, OPTIONS), { kind: 'too_many_redirects' });
      assert.equal(requests, 6);
    });

    for (const [title, write] of [
      ['pour for ever', pour],
      ['drip', (response: ServerResponse) => response.write('x')],
    ] as const) {
      it(`with bodies that ${title} are followed at once, and their connections closed`, async () => {
        let left: Socket | undefined;
        const url = await serve((request, response) => {
          if (request.url === '/end') return response.end('arrived');
          left = request.socket;
          return write(response.writeHead(302, { location: '/end' }));
        });
        const { body } = await fetch.get(url, OPTIONS);
        assert.equal(body.toString(), 'arrived');
        await until(() => left?.destroyed === true);
      });
    }
  });

  describe('the time limit', () => {
    const HURRIED: FetchOptions = { ...OPTIONS, timeoutMs: 100 };

    it('covers headers that never come, and closes the connection', async () => {
      const url = await serve(() => {});
      await assert.rejects(fetch.get(url, HURRIED), { name: 'OutboundError', kind: 'timeout' });
      await until(() => server?.closedConnections() === 1);
    });

    it('covers a body that never ends, and closes the connection', async () => {
      const url = await serve((_request, response) => response.write('x'));
      await assert.rejects(fetch.get(url, HURRIED), { kind: 'timeout' });
      await until(() => server?.closedConnections() === 1);
    });

    it('covers all redirects together', async () => {
      const url = await serve((_request, response) => {
        setTimeout(() => response.writeHead(302, { location: '/' }).end(), 40);
      });
      await assert.rejects(fetch.get(url, HURRIED), { kind: 'timeout' });
    });

    it('covers a silent DNS, before the time to connect is over', async () => {
      const resolve = () => new Promise<never>(() => {});
      const silent = createGuardedFetch({ policy, userAgent: 'test', connectTimeoutMs: 600, resolve });
      const startedAt = performance.now();
      await assert.rejects(silent.get('http://silent.test/', HURRIED), { kind: 'timeout' });
      assert.ok(performance.now() - startedAt < 500);
      await silent.close();
    });
  });

  it('rejects with the reason of an abort', async () => {
    const controller = new AbortController();
    const url = await serve(() => controller.abort());
    await assert.rejects(fetch.get(url, { ...OPTIONS, signal: controller.signal }), { name: 'AbortError' });
    await assert.rejects(fetch.get(url, { ...OPTIONS, signal: AbortSignal.abort() }), { name: 'AbortError' });
  });

  it('reports a refused connection as connection_failed, with its cause', async () => {
    const url = await serve(() => {});
    await server?.close();
    await assert.rejects(fetch.get(url, OPTIONS), (error) => {
      assert.ok(error instanceof OutboundError && error.cause instanceof Error);
      return error.kind === 'connection_failed';
    });
  });
});

/** Writes for as long as someone reads. */
function pour(response: ServerResponse): void {
  const fill = () => {
    while (!response.destroyed && response.write(Buffer.alloc(16_384)));
  };
  response.on('drain', fill);
  fill();
}
