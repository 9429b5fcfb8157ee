import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { anyFreePort, pickPort } from '../../dev/ports.ts';

describe('pickPort', () => {
  let holder: Server;
  let taken: number;

  beforeEach(async () => {
    holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    taken = (holder.address() as AddressInfo).port;
  });

  afterEach(async () => {
    holder.close();
    await once(holder, 'close');
  });

  it('keeps a free port, configured or not', async () => {
    const free = await anyFreePort();
    assert.equal(await pickPort(free, false), free);
    assert.equal(await pickPort(free, true), free);
  });

  it('falls forward from a default port that is taken', async () => {
    const picked = await pickPort(taken, false);
    assert.ok(picked > taken && picked <= taken + 100);
  });

  it('refuses a configured port that is taken', async () => {
    await assert.rejects(pickPort(taken, true), new RegExp(`Port ${taken} is already in use`));
  });
});
