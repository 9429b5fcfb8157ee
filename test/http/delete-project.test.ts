import assert from 'node:assert/strict';
import { createReadyProject, expectStatus, projectBody } from '../support/factories.ts';
import { startTestService, type TestService } from '../support/service.ts';

describe('a deletion of a project', () => {
  let api: TestService;
  let key: string;

  before(async () => {
    api = await startTestService();
    key = (await api.newAgency()).keys.test.full;
  });
  after(() => api.close());

  it('of a draft leaves nothing of it, and frees what was unique', async () => {
    const body = projectBody({ external_id: 'ours', logo_url: 'https://a.example.com/l.png' });
    const { id } = expectStatus(await api.call('POST', '/projects', { key, json: body }), 201).body;
    const path = `/projects/${id}`;
    const { body: deleted } = expectStatus(await api.call('DELETE', path, { key }), 200);
    assert.deepEqual(deleted, { object: 'project', id, livemode: false, deleted: true });
    for (const [method, where] of [
      ['GET', path],
      ['DELETE', path],
      ['GET', `${path}/listings`],
      ['POST', `${path}/launch`],
    ] as const) {
      assert.equal(expectStatus(await api.call(method, where, { key }), 404).body.error.code, 'not_found');
    }
    expectStatus(await api.call('PATCH', path, { key, json: { name: 'Late' } }), 404);
    expectStatus(await api.call('POST', '/projects', { key, json: body }), 201);
  });

  it('of a launched project is refused, and changes nothing', async () => {
    const { id } = await createReadyProject(api.call, key);
    const launched = expectStatus(await api.call('POST', `/projects/${id}/launch`, { key }), 200).body;
    const { error } = expectStatus(await api.call('DELETE', `/projects/${id}`, { key }), 409).body;
    assert.equal(error.code, 'already_launched');
    assert.deepEqual(error.existing, launched);
    assert.deepEqual((await api.call('GET', `/projects/${id}`, { key })).body, launched);
  });
});
