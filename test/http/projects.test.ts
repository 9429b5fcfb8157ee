import assert from 'node:assert/strict';
import { expectStatus, projectBody } from '../support/factories.ts';
import { startTestService, type TestService } from '../support/service.ts';

describe('projects', () => {
  let api: TestService;
  let key: string;

  before(async () => {
    api = await startTestService();
    key = (await api.newAgency()).keys.test.full;
  });
  after(() => api.close());

  it('are created as drafts that read back as sent', async () => {
    const body = projectBody({ tags: ['a', 'b'], metadata: { z: 1, a: 'two' }, external_id: 'ours-1' });
    const created = expectStatus(await api.call('POST', '/projects', { key, json: body }), 201).body;
    const read = expectStatus(await api.call('GET', `/projects/${created.id}`, { key }), 200).body;
    assert.deepEqual(read, created);
    assert.equal(read.status, 'draft');
    assert.equal(read.url, body.url);
    assert.deepEqual(read.tags, ['a', 'b']);
    assert.deepEqual(read.metadata, { z: 1, a: 'two' });
    assert.deepEqual(read.autofill, { status: 'running', name_source: 'domain', filled: [], image_candidates: [] });
  });

  it('cost nothing as drafts', async () => {
    const launches = async () => (await api.call('GET', '/account', { key })).body.launches as unknown;
    const before = await launches();
    expectStatus(await api.call('POST', '/projects', { key, json: projectBody() }), 201);
    assert.deepEqual(await launches(), before);
  });
});
