import assert from 'node:assert/strict';
import { operations } from '../../src/http/operations.ts';
import { expectStatus } from '../support/factories.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { refusalsOf } from './support/refusals.ts';
import { buildWorld, pathIn, type World } from './support/world.ts';

describe('a path', () => {
  let api: TestService;
  let world: World;
  let key: string;

  before(async () => {
    api = await startTestService();
    world = await buildWorld(api);
    key = world.key;
  });
  after(() => api.close());
  const itRefuses = refusalsOf(() => api);

  for (const path of [
    '/projects/',
    '/projects//launch',
    '/ping/',
    '/ping;a=1',
    '/PING',
    '/projects/a/b/c',
    '/openapi.json/',
    '/%zz',
    '/projects/%zz',
    '/webhook_endpoints/',
  ]) {
    itRefuses(path, 404, 'route_not_found', () => api.call('GET', path));
    itRefuses(`a write to ${path}`, 404, 'route_not_found', () => api.call('POST', path, { json: {} }));
  }
  for (const id of ['%00', 'prj_%00', 'x', '..%2f..', `prj_${'0'.repeat(22)}%00`, 'x'.repeat(1_000), '%F0%9F%98%80']) {
    itRefuses(`the id ${id.slice(0, 40)}`, 404, 'not_found', () => api.call('GET', `/projects/${id}`, { key }));
    itRefuses(`an event with the id ${id.slice(0, 40)}`, 404, 'not_found', () =>
      api.call('GET', `/events/${id}`, { key }),
    );
  }

  for (const operation of operations) {
    it(`answers another method than those of ${operation.path} with 405 and those as Allow`, async () => {
      const methods = operations
        .filter((other) => other.path === operation.path)
        .map((other) => other.method as string);
      const expected = methods.includes('GET') ? [...methods, 'HEAD'] : methods;
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
        if (methods.includes(method)) continue;
        const { headers, body } = expectStatus(await api.call(method, pathIn(world, operation.path)), 405);
        assert.equal(body.error.code, 'method_not_allowed');
        assert.deepEqual(headers.allow?.split(', ').toSorted(), expected.toSorted());
      }
    });
  }

  it('answers HEAD as GET, without a body', async () => {
    for (const path of ['/ping', '/projects', `/projects/${world.ready}`, '/openapi.json']) {
      const [head, get] = [await api.call('HEAD', path, { key }), await api.call('GET', path, { key })];
      assert.equal(head.status, 200);
      assert.equal(head.body, undefined);
      assert.equal(head.headers['content-length'], get.headers['content-length']);
      assert.equal(head.headers['content-type'], get.headers['content-type']);
    }
    assert.equal((await api.call('HEAD', '/nothing')).status, 404);
    assert.equal((await api.call('HEAD', '/projects')).status, 401);
  });
});
