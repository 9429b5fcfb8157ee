import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from '../../src/http/app.ts';
import { createCursors } from '../../src/http/cursor.ts';
import { createViewCounter } from '../../src/services/share-links/view-counter.ts';
import { silent, startTestService, type TestService } from '../support/service.ts';

const RETIRED = { path: '/v0/products/{product_id}', replacement: 'https://docs.example.com/moving-to-v1#products' };

describe('a retired path', () => {
  let api: TestService;
  let server: Server;
  let address: string;

  before(async () => {
    api = await startTestService();
    const cursors = createCursors([Buffer.alloc(32)], api.clock);
    const urls = {
      baseUrl: 'http://api.example.com/v1',
      feedsUrl: 'http://api.example.com/feeds',
      docsUrl: 'http://api.example.com/docs',
    };
    const views = createViewCounter({ ...api.service, log: silent });
    const app = createApp({ ...api.service, ...urls, cursors, views, log: silent }, [RETIRED]);
    server = createServer(app.callback()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(async () => {
    server.close();
    await api.close();
  });

  const ask = async (method: string, path: string) => {
    const answer = await fetch(address + path, { method });
    return { answer, error: ((await answer.json()) as { error: Record<string, string> }).error };
  };

  for (const method of ['GET', 'POST', 'DELETE']) {
    it(`is gone for ${method}, without a key, and points to its replacement`, async () => {
      const { answer, error } = await ask(method, '/v0/products/17');
      assert.equal(answer.status, 410);
      assert.equal(error.code, 'gone');
      assert.equal(error.doc_url, RETIRED.replacement);
      assert.match(error.message!, /retired/);
      assert.equal(answer.headers.get('ratelimit-limit'), null);
      assert.equal(error.request_id, answer.headers.get('x-request-id'));
    });
  }

  it('is one of the table: others are route_not_found, and served paths are served', async () => {
    for (const path of ['/v0/products', '/v0/products/17/photos', '/v0/product/17']) {
      assert.equal((await ask('GET', path)).error.code, 'route_not_found', path);
    }
    assert.equal((await ask('GET', '/v1/ping')).error.code, 'api_key_missing');
  });
});
