import assert from 'node:assert/strict';
import { endImport } from '../../src/services/images/import-image.ts';
import type { ApiResponse } from '../support/api-client.ts';
import { createReadyProject, expectStatus, picture, projectBody, upload } from '../support/factories.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { refusalsOf } from './support/refusals.ts';

interface Shot {
  id: string | null;
  status: string;
}

describe('the deletion of an image', () => {
  let api: TestService;
  let key: string;
  let empty: string;
  let importing: string;
  let ready: { id: string; logo: Shot; screenshots: Shot[] };

  before(async () => {
    api = await startTestService();
    key = (await api.newAgency()).keys.test.full;
    const draft = expectStatus(await api.call('POST', '/projects', { key, json: projectBody() }), 201);
    empty = draft.body.id as string;
    importing = (await withImports(1)).id;
    const { id } = await createReadyProject(api.call, key);
    ready = (await api.call('GET', `/projects/${id}`, { key })).body as typeof ready;
  });
  after(() => api.close());
  const itRefuses = refusalsOf(() => api);

  const remove = (path: string) => api.call('DELETE', `/projects/${path}`, { key });
  const add = async (id: string) =>
    api.call('POST', `/projects/${id}/screenshots`, { key, body: upload(await picture()) });
  const shotsOf = (answer: ApiResponse) => answer.body.screenshots as Shot[];
  const ids = (shots: Shot[]) => shots.map(({ id }) => id);
  const withImports = async (count: number): Promise<{ id: string }> => {
    const urls = Array.from({ length: count }, (_, index) => `https://pictures.example.com/${index}.png`);
    const json = projectBody({ logo_url: 'https://pictures.example.com/logo.png', screenshot_urls: urls });
    return expectStatus(await api.call('POST', '/projects', { key, json }), 201).body as { id: string };
  };
  const imageIds = async (project: string) => {
    const { rows } = await api.service.db.pool.query<{ id: string; kind: string }>(
      'select id, kind from image where project_id = $1 order by kind, position',
      [project],
    );
    return rows;
  };

  it('answers with the project without its logo, which is not ready any more, and moves updated_at', async () => {
    const { id } = await createReadyProject(api.call, key);
    const before = (await api.call('GET', `/projects/${id}`, { key })).body;
    api.clock.advance(5_000);
    const { body } = expectStatus(await remove(`${id}/logo`), 200);
    assert.equal(body.logo, null);
    assert.deepEqual(body.readiness, { ready: false, missing: ['logo'] });
    assert.ok(body.updated_at > before.updated_at);
    assert.deepEqual(body, (await api.call('GET', `/projects/${id}`, { key })).body);
    expectStatus(await api.call('PUT', `/projects/${id}/logo`, { key, body: upload(await picture()) }), 200);
  });

  it('closes the gap, so that five screenshots fit again whichever was deleted', async () => {
    const { id } = await createReadyProject(api.call, key);
    let shots: Shot[] = [];
    for (let added = 1; added < 5; added++) shots = shotsOf(expectStatus(await add(id), 201));
    for (const index of [0, 2, 4, 3, 1]) {
      const left = shotsOf(expectStatus(await remove(`${id}/screenshots/${shots[index]!.id}`), 200));
      assert.deepEqual(ids(left), ids(shots.toSpliced(index, 1)));
      shots = shotsOf(expectStatus(await add(id), 201));
      assert.deepEqual(ids(shots.slice(0, 4)), ids(left));
    }
    expectStatus(await add(id), 422);
    const { rows } = await api.service.db.pool.query<{ position: number }>(
      `select position from image where project_id = $1 and kind = 'screenshot' order by position`,
      [id],
    );
    assert.deepEqual(
      rows.map(({ position }) => position),
      [0, 1, 2, 3, 4],
    );
  });

  it('of the same screenshot, asked for many times at once, happens once; with adds beside it no more than 5 remain', async () => {
    const { id } = await createReadyProject(api.call, key);
    let shots: Shot[] = [];
    for (let added = 1; added < 5; added++) shots = shotsOf(expectStatus(await add(id), 201));
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => remove(`${id}/screenshots/${shots[1]!.id}`)),
      remove(`${id}/screenshots/${shots[3]!.id}`),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 200, 404, 404, 404]);
    const added = await Promise.all([add(id), add(id), add(id), remove(`${id}/screenshots/${shots[0]!.id}`)]);
    assert.ok(added.every(({ status }) => [200, 201, 422].includes(status)));
    const left = shotsOf(await api.call('GET', `/projects/${id}`, { key }));
    assert.equal(left.length, 3 - 1 + added.filter(({ status }) => status === 201).length);
  });

  it('takes a logo that is still imported', async () => {
    const { id } = await withImports(1);
    const { body } = expectStatus(await remove(`${id}/logo`), 200);
    assert.deepEqual([body.logo, body.screenshots.length], [null, 1]);
  });

  it('takes a screenshot whose import failed, under the id it then shows', async () => {
    const { id } = await withImports(2);
    const first = (await imageIds(id)).find(({ kind }) => kind === 'screenshot')!;
    await endImport(api.service, first.id);
    const shots = shotsOf(await api.call('GET', `/projects/${id}`, { key }));
    assert.deepEqual(
      shots.map(({ id: shown, status }) => [shown, status]),
      [
        [first.id, 'failed'],
        [null, 'importing'],
      ],
    );
    const left = shotsOf(expectStatus(await remove(`${id}/screenshots/${first.id}`), 200));
    assert.deepEqual(
      left.map(({ status }) => status),
      ['importing'],
    );
  });

  it('is allowed after launch', async () => {
    const { id } = await createReadyProject(api.call, key);
    const shots = shotsOf(expectStatus(await api.call('POST', `/projects/${id}/launch`, { key }), 200));
    expectStatus(await remove(`${id}/logo`), 200);
    expectStatus(await remove(`${id}/screenshots/${shots[0]!.id}`), 200);
  });

  itRefuses('the deletion of a logo that is not there', 404, 'not_found', () => remove(`${empty}/logo`));
  itRefuses('the deletion of a screenshot that no one has', 404, 'not_found', () =>
    remove(`${ready.id}/screenshots/img_${'0'.repeat(22)}`),
  );
  itRefuses('the deletion of a screenshot of another project', 404, 'not_found', () =>
    remove(`${empty}/screenshots/${ready.screenshots[0]!.id}`),
  );
  itRefuses('the deletion of a logo as a screenshot', 404, 'not_found', () =>
    remove(`${ready.id}/screenshots/${ready.logo.id}`),
  );
  itRefuses('the deletion of a screenshot that is still imported', 404, 'not_found', async () =>
    remove(`${importing}/screenshots/${(await imageIds(importing)).at(-1)!.id}`),
  );
  for (const id of ['img_', '..%2f..', '%00', 'x'.repeat(1_000), '%F0%9F%98%80']) {
    itRefuses(`the deletion of the screenshot ${id.slice(0, 20)}`, 404, 'not_found', () =>
      remove(`${ready.id}/screenshots/${id}`),
    );
  }
  itRefuses('the deletion of an image with a body', 400, 'unknown_parameter', () =>
    api.call('DELETE', `/projects/${ready.id}/logo`, { key, json: { reason: 'old' } }),
  );

  it('says what is not there', async () => {
    assert.match(expectStatus(await remove(`${empty}/logo`), 404).body.error.message as string, /^There is no logo /);
    const { error } = expectStatus(await remove(`${empty}/screenshots/${ready.screenshots[0]!.id}`), 404).body;
    assert.match(error.message as string, /^There is no screenshot /);
  });
});
