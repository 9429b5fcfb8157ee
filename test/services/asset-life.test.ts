import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { sweepAssets } from '../../src/services/images/sweep-assets.ts';
import { importImage } from '../../src/services/images/import-image.ts';
import { setLogo } from '../../src/services/images/store-image.ts';
import { StorageUnavailable, type Storage } from '../../src/outbound/storage/storage.ts';
import { listenOnLoopback, type LoopbackServer } from '../outbound/support/servers.ts';
import { createReadyProject, expectStatus, picture, projectBody, upload } from '../support/factories.ts';
import { startTestService, type TestService } from '../support/service.ts';

const HOUR_MS = 3_600_000;

describe('the file of an image', () => {
  let api: TestService;
  let key: string;
  let accountId: string;
  let site: LoopbackServer;
  let beforeAnswer: () => Promise<unknown> = () => Promise.resolve();

  before(async () => {
    const png = await picture();
    site = await listenOnLoopback(createServer((_, response) => void beforeAnswer().then(() => response.end(png))));
    api = await startTestService();
    const agency = await api.newAgency();
    key = agency.keys.test.full;
    accountId = agency.accountId;
  });
  beforeEach(async () => {
    beforeAnswer = () => Promise.resolve();
    await sweep(48);
  });
  after(async () => {
    await api.close();
    await site.close();
  });

  const sweep = (hours: number, deps: { storage: Storage } = api.service, limit = 1_000) =>
    sweepAssets({ ...api.service, ...deps }, new Date(api.clock.now().getTime() + hours * HOUR_MS), limit);
  const logoOf = async (id: string) =>
    expectStatus(await api.call('GET', `/projects/${id}`, { key }), 200).body.logo as { url: string; status: string };
  const isServed = async (url: string) => (await fetch(url)).status === 200;
  const change = (method: string, path: string) => api.call(method, path, { key });

  it('stays for 24 hours after its logo was replaced, and goes then', async () => {
    const { id } = await createReadyProject(api.call, key);
    const { url } = await logoOf(id);
    const body = upload(await picture());
    expectStatus(await api.call('PUT', `/projects/${id}/logo`, { key, body }), 200);
    assert.equal(await sweep(23), 0);
    assert.ok(await isServed(url));
    assert.equal(await sweep(24.01), 1);
    assert.ok(!(await isServed(url)) && (await isServed((await logoOf(id)).url)));
  });

  it('goes when its logo, its screenshot or its whole project is deleted', async () => {
    const { id } = await createReadyProject(api.call, key);
    const { body } = expectStatus(await change('GET', `/projects/${id}`), 200);
    expectStatus(await change('DELETE', `/projects/${id}/logo`), 200);
    expectStatus(await change('DELETE', `/projects/${id}/screenshots/${body.screenshots[0].id}`), 200);
    assert.equal(await sweep(24.01), 2);
    assert.ok(!(await isServed(body.logo.url as string)) && !(await isServed(body.screenshots[0].url as string)));
    const other = await createReadyProject(api.call, key);
    const { url } = await logoOf(other.id);
    expectStatus(await change('DELETE', `/projects/${other.id}`), 200);
    assert.equal(await sweep(24.01), 2);
    assert.ok(!(await isServed(url)));
  });

  it('goes an hour after an upload that was refused, or crashed before its commit', async () => {
    const { id } = await createReadyProject(api.call, key);
    const add = async () => api.call('POST', `/projects/${id}/screenshots`, { key, body: upload(await picture()) });
    for (let added = 1; added < 5; added++) expectStatus(await add(), 201);
    expectStatus(await add(), 422);
    assert.equal(await sweep(0.9), 0);
    assert.equal(await sweep(1.01), 1);
    assert.equal(await sweep(48), 0);
  });

  it('is never one that an image names after it may have been swept', async () => {
    const { id } = await createReadyProject(api.call, key);
    const before = await logoOf(id);
    const slow: Storage = {
      ...api.service.storage,
      async put(...file) {
        await api.service.storage.put(...file);
        api.clock.advance(HOUR_MS + 1);
      },
    };
    const scope = { account_id: accountId, livemode: false };
    await assert.rejects(setLogo({ ...api.service, storage: slow }, scope, id, await picture()), StorageUnavailable);
    api.clock.advance(-HOUR_MS - 1);
    assert.deepEqual(await logoOf(id), before);
    assert.equal(await sweep(1.01), 1);
  });

  for (const [what, end] of Object.entries({
    'whose logo was deleted': (id: string) => change('DELETE', `/projects/${id}/logo`),
    'whose logo was replaced': async (id: string) =>
      api.call('PUT', `/projects/${id}/logo`, { key, body: upload(await picture()) }),
    'whose project was deleted': (id: string) => change('DELETE', `/projects/${id}`),
  })) {
    it(`goes when an import ${what} meanwhile ends, quietly`, async () => {
      const { id, imageId } = await createImport();
      beforeAnswer = async () => expectStatus(await end(id), 200);
      await importImage(api.service, imageId);
      assert.equal(await sweep(1.01), 1);
    });
  }

  it('stays when the same import runs twice at once', async () => {
    const { id, imageId } = await createImport();
    beforeAnswer = async () => {
      beforeAnswer = () => Promise.resolve();
      await importImage(api.service, imageId);
    };
    await importImage(api.service, imageId);
    const { url, status } = await logoOf(id);
    assert.equal(status, 'ready');
    assert.equal(await sweep(48), 1);
    assert.ok(await isServed(url));
  });

  it('is swept in batches, and once, by several at once', async () => {
    await discardMany(70);
    assert.equal(await sweep(0, api.service, 25), 25);
    const swept = await Promise.all(Array.from({ length: 4 }, () => sweep(0)));
    assert.equal(await sweep(0), 0);
    const total = swept.reduce((sum, count) => sum + count);
    assert.equal(total, 45);
  });

  it('stays on the list until storage has deleted it', async () => {
    await discardMany(3);
    const failing: Storage = {
      ...api.service.storage,
      delete: (assetKey) =>
        assetKey.endsWith('1') ? Promise.reject(new StorageUnavailable('down')) : Promise.resolve(),
    };
    await assert.rejects(sweep(0, { storage: failing }), StorageUnavailable);
    assert.equal(await sweep(0), 1);
  });

  async function discardMany(count: number): Promise<void> {
    await api.service.db.pool.query(
      `insert into discarded_asset (key, delete_after) select 'images/' || n, $2 from generate_series(0, $1 - 1) n`,
      [count, api.clock.now()],
    );
  }

  async function createImport(): Promise<{ id: string; imageId: string }> {
    const json = projectBody({ logo_url: `http://127.0.0.1:${site.port}/logo.png` });
    const { id } = expectStatus(await api.call('POST', '/projects', { key, json }), 201).body as { id: string };
    const sql = 'select id from image where project_id = $1';
    const { rows } = await api.service.db.pool.query<{ id: string }>(sql, [id]);
    return { id, imageId: rows[0]!.id };
  }
});
