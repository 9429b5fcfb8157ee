import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { importImage } from '../../src/services/images/import-image.ts';
import { listenOnLoopback, type LoopbackServer } from '../outbound/support/servers.ts';
import { setHourlyImports } from '../support/accounts.ts';
import { expectStatus, projectBody, upload } from '../support/factories.ts';
import { ACCEPTED, assertPlainPng, INVALID, TOO_LARGE, type ImageCase } from '../support/image-cases.ts';
import { startTestService, type TestService } from '../support/service.ts';

interface Logo {
  status: string;
  error: string | null;
  url: string | null;
}

describe('an image', () => {
  let api: TestService;
  let site: LoopbackServer;
  let accountId: string;
  let key: string;
  let project: string;
  let served: Buffer;

  before(async () => {
    site = await listenOnLoopback(
      createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(served)),
    );
    api = await startTestService();
    const agency = await api.newAgency();
    accountId = agency.accountId;
    key = agency.keys.test.full;
    project = expectStatus(await api.call('POST', '/projects', { key, json: projectBody() }), 201).body.id as string;
  });
  beforeEach(() => setHourlyImports(api.service, accountId, false, 0));
  after(async () => {
    await api.close();
    await site.close();
  });

  const address = () => `http://127.0.0.1:${site.port}/picture.svg`;
  const byUpload = (bytes: Buffer) =>
    api.call('PUT', `/projects/${project}/logo`, { key, body: upload(bytes, 'picture.html') });
  const byUrl = () => api.call('PUT', `/projects/${project}/logo`, { key, json: { url: address() } });
  const byCreation = async (): Promise<Logo> => {
    const json = projectBody({ logo_url: address() });
    const { id } = expectStatus(await api.call('POST', '/projects', { key, json }), 201).body as { id: string };
    const { rows } = await api.service.db.pool.query<{ id: string }>('select id from image where project_id = $1', [
      id,
    ]);
    await importImage(api.service, rows[0]!.id);
    return (await api.call('GET', `/projects/${id}`, { key })).body.logo as Logo;
  };

  const refuses = ({ what, make }: ImageCase, code: string, error: string) => {
    it(`that is ${what} is ${error} to an upload, an import and a creation`, async () => {
      served = await make();
      assert.deepEqual(expectStatus(await byUpload(served), 422).body.error.errors, [{ param: 'file', code }]);
      assert.deepEqual(expectStatus(await byUrl(), 422).body.error.errors, [{ param: 'url', code }]);
      const { status, url, error: shown } = await byCreation();
      assert.deepEqual({ status, url, shown }, { status: 'failed', url: null, shown: error });
    });
  };
  for (const one of TOO_LARGE) refuses(one, 'too_large', 'image_too_large');
  for (const one of INVALID) refuses(one, 'invalid_format', 'image_invalid');

  for (const one of ACCEPTED) {
    it(`that is ${one.what}, is taken from an upload, an import and a creation, whatever its name and type`, async () => {
      served = await one.make();
      const logos = [
        expectStatus(await byUpload(served), 200).body.logo as Logo,
        expectStatus(await byUrl(), 200).body.logo as Logo,
        await byCreation(),
      ];
      for (const { status, error, url } of logos) {
        assert.deepEqual([status, error], ['ready', null]);
        await assertPlainPng(Buffer.from(await (await fetch(url!)).arrayBuffer()), one);
      }
    });
  }
});
