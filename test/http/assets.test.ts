import assert from 'node:assert/strict';
import sharp from 'sharp';
import { createReadyProject, expectStatus, picture, upload } from '../support/factories.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { buildWorld, type World } from './support/world.ts';

describe('assets', () => {
  let api: TestService;
  let world: World;
  let key: string;

  before(async () => {
    api = await startTestService();
    world = await buildWorld(api);
    key = world.key;
  });
  after(() => api.close());

  const setLogo = async (bytes: Buffer) =>
    expectStatus(await api.call('PUT', `/projects/${world.ready}/logo`, { key, body: upload(bytes) }), 200).body
      .logo as { id: string; url: string };

  for (const format of ['png', 'jpeg', 'gif', 'webp'] as const) {
    it(`of an uploaded ${format} are a PNG that never changes and needs no key`, async () => {
      const logo = await setLogo(await picture(format, 40, 30));
      const answer = await fetch(logo.url);
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get('content-type'), 'image/png');
      assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable');
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
      assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'.*sandbox/);
      assert.match(answer.headers.get('x-request-id') ?? '', /^req_/);
      const bytes = Buffer.from(await answer.arrayBuffer());
      const { format: stored, width, height } = await sharp(bytes).metadata();
      assert.deepEqual([stored, width, height], ['png', 40, 30]);
      const head = await fetch(logo.url, { method: 'HEAD' });
      assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(bytes.length)]);
    });
  }

  it('have a new address for a new logo', async () => {
    const [first, second] = [await setLogo(await picture()), await setLogo(await picture())];
    assert.notEqual(first.url, second.url);
    const { body } = await api.call('GET', `/projects/${world.ready}`, { key });
    assert.equal(body.logo.url, second.url);
  });

  it('keep screenshots in the order they were added, 5 at most', async () => {
    const { id } = await createReadyProject(api.call, key);
    const add = async () => api.call('POST', `/projects/${id}/screenshots`, { key, body: upload(await picture()) });
    const answers = [];
    for (let tries = 0; tries < 4; tries++)
      answers.push(expectStatus(await add(), 201).body.screenshots as { id: string }[]);
    for (const [index, screenshots] of answers.entries()) {
      assert.deepEqual(screenshots, answers.at(-1)!.slice(0, index + 2));
    }
    expectStatus(await add(), 422);
    const at = await createReadyProject(api.call, key);
    const body = upload(await picture());
    const many = await Promise.all(
      Array.from({ length: 7 }, () => api.call('POST', `/projects/${at.id}/screenshots`, { key, body })),
    );
    assert.equal(many.filter(({ status }) => status === 201).length, 4);
    assert.equal(many.filter(({ status }) => status === 422).length, 3);
  });

  it('of directories are SVGs', async () => {
    const { body } = expectStatus(await api.call('GET', `/listings/${world.listing}`, { key }), 200);
    const answer = await fetch(body.directory.logo_url as string);
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('content-type') ?? '', /^image\/svg\+xml/);
    assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    assert.match(await answer.text(), /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^]*<\/svg>$/);
  });

  it('that are none, or lie outside the storage, are route_not_found', async () => {
    const { publicUrl } = api.config;
    for (const path of [
      `/assets/images/img_${'0'.repeat(22)}.png`,
      `/assets/directories/dir_${'0'.repeat(22)}.svg`,
      '/assets/images/../../etc/passwd',
      '/assets/images/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
      '/assets/images/',
      '/assets/',
      '/',
    ]) {
      const answer = await fetch(publicUrl + path);
      assert.equal(answer.status, 404, path);
      assert.equal(((await answer.json()) as { error: { code: string } }).error.code, 'route_not_found');
    }
  });
});
