import assert from 'node:assert/strict';
import { createHostResolver } from '../../src/outbound/resolve-host.ts';

describe('createHostResolver', () => {
  for (const name of ['localhost', 'LocalHost.', 'demo.localhost', 'a.b.localhost']) {
    it(`resolves ${name} to loopback`, async () => {
      assert.deepEqual(await createHostResolver()(name), [{ address: '127.0.0.1', family: 4 }]);
    });
  }

  it('asks once for callers that wait for the same name, and again for later ones', async () => {
    const resolve = createHostResolver();
    const first = resolve('127.0.0.1');
    assert.equal(resolve('127.0.0.1'), first);
    assert.deepEqual(await first, [{ address: '127.0.0.1', family: 4 }]);
    assert.notEqual(resolve('127.0.0.1'), first);
  });
});
