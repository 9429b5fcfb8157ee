import assert from 'node:assert/strict';
import type { Operation } from '../../src/http/operation.ts';
import { operations } from '../../src/http/operations.ts';
import { KEY_PREFIXES } from '../../src/services/accounts/authenticate.ts';
import { expectStatus, projectBody } from '../support/factories.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { buildWorld, pathIn, type World } from './support/world.ts';

/** Whether an operation's path names an object of an account; the catalog is everyone's. */
function isOfAnAccount({ path, tag }: Operation): boolean {
  return path.includes('{') && tag !== 'Directories';
}

describe('an account in one mode', () => {
  let api: TestService;
  let world: World;
  let key: string;

  before(async () => {
    api = await startTestService();
    world = await buildWorld(api);
    key = world.key;
  });
  after(() => api.close());
  it('finds nothing of another account or of the other mode', async () => {
    const other = await api.newAgency();
    for (const stranger of [other.keys.test.full, other.keys.live.full, world.agency.keys.live.full]) {
      for (const operation of operations.filter(isOfAnAccount)) {
        if (operation.testModeOnly && stranger.startsWith(KEY_PREFIXES.live)) continue;
        const answer = await api.call(operation.method, pathIn(world, operation.path), {
          key: stranger,
          json: operation.upload ? { url: 'http://127.0.0.1:1/a.png' } : undefined,
        });
        assert.equal(expectStatus(answer, 404).body.error.code, 'not_found', operation.id);
      }
      for (const path of ['/projects', '/webhook_endpoints', '/events', `/events?project=${world.launched}`]) {
        assert.deepEqual(expectStatus(await api.call('GET', path, { key: stranger }), 200).body.data, [], path);
      }
    }
  });

  it('lets another account and the other mode have the same url, email and reference', async () => {
    const json = projectBody({ url: 'https://shared.example.com', external_id: 'shared' });
    const live = { ...json, url: 'https://shared.github.io' };
    const other = await api.newAgency();
    expectStatus(await api.call('POST', '/projects', { key, json }), 201);
    expectStatus(await api.call('POST', '/projects', { key: other.keys.test.full, json }), 201);
    expectStatus(await api.call('POST', '/projects', { key: world.agency.keys.live.full, json: live }), 201);
  });
});
