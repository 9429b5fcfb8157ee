import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { Agent } from 'undici';
import { createAddressPolicy } from '../../src/outbound/address-policy.ts';
import { createGuardedConnector } from '../../src/outbound/guarded-connector.ts';
import { BlockedAddressError } from '../../src/outbound/network-fault.ts';
import type { ResolveHost } from '../../src/outbound/resolve-host.ts';
import { listenOnLoopback } from './support/servers.ts';

describe('createGuardedConnector', () => {
  const policy = createAddressPolicy({ allow: ['127.0.0.0/8', 'demo.localhost'] });

  async function request(url: string, resolve?: ResolveHost): Promise<string> {
    const agent = new Agent({ connect: createGuardedConnector({ policy, ...(resolve && { resolve }) }) });
    const { origin, pathname: path } = new URL(url);
    const response = await agent.request({ origin, path, method: 'GET' }).finally(() => void agent.close());
    return response.body.text();
  }

  it('names the host and the address that it refuses', async () => {
    const resolve: ResolveHost = async () => [
      { address: '127.0.0.1', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ];
    await assert.rejects(request('http://mixed.example/', resolve), (error) => {
      assert.ok(error instanceof BlockedAddressError);
      assert.deepEqual([error.hostname, error.address], ['mixed.example', '10.0.0.1']);
      return true;
    });
  });

  it('tries the next address when one does not answer', async () => {
    const server = await listenOnLoopback(createServer((_request, response) => response.end('second')));
    const resolve: ResolveHost = async () => [
      { address: '127.0.0.3', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ];
    assert.equal(await request(`http://two.example:${server.port}/`, resolve), 'second');
    await server.close();
  });

  it('reaches a listed .localhost name on loopback without DNS', async () => {
    const server = await listenOnLoopback(createServer((request, response) => response.end(request.headers.host)));
    assert.equal(await request(`http://demo.localhost:${server.port}/`), `demo.localhost:${server.port}`);
    await server.close();
  });
});
