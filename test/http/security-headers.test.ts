import assert from 'node:assert/strict';
import { anyFreePort } from '../../dev/ports.ts';
import { startApi } from '../../src/main/start-api.ts';
import { createReadyProject, expectStatus } from '../support/factories.ts';
import { allDirectories } from '../support/open-directories.ts';
import { rawExchange } from '../support/raw-request.ts';
import { silent, startTestService, type TestService } from '../support/service.ts';

/** Where clients reach it, by a proxy that speaks https. */
const PUBLIC_URL = 'https://api.listings.example';

describe('security headers', () => {
  let api: TestService;
  let key: string;
  let origin: string;
  /** An address of each kind, with who may embed what is there. */
  let addresses: [path: string, embedder: 'same-origin' | 'cross-origin'][];

  before(async () => {
    api = await startTestService();
    origin = api.config.publicUrl;
    key = (await api.newAgency()).keys.test.full;
    const { id } = await createReadyProject(api.call, key);
    const { logo } = expectStatus(await api.call('GET', `/projects/${id}`, { key }), 200).body;
    const { url } = expectStatus(await api.call('POST', `/projects/${id}/share_link`, { key }), 201).body;
    const [directory] = await allDirectories(api.service);
    addresses = [
      ['/v1/ping', 'same-origin'],
      [`/v1/projects/prj_${'0'.repeat(22)}`, 'same-origin'],
      ['/v1/nothing', 'same-origin'],
      ['/nothing', 'same-origin'],
      [new URL(url as string).pathname, 'same-origin'],
      [`/s/${'0'.repeat(32)}`, 'same-origin'],
      ['/docs', 'same-origin'],
      ['/docs/errors', 'same-origin'],
      ['/v1/openapi.json', 'cross-origin'],
      [`/feeds/${id}.json`, 'cross-origin'],
      [`/feeds/${id}.html`, 'cross-origin'],
      [`/assets/directories/${directory}.svg`, 'cross-origin'],
      [new URL(logo.url as string).pathname, 'cross-origin'],
    ];
  });
  after(() => api.close());

  const read = (path: string) => fetch(origin + path, { headers: { authorization: `Bearer ${key}` } });

  it('are on every kind of answer: read as labelled, framed by nobody, no referrer, embedded only where it is meant', async () => {
    for (const [path, embedder] of addresses) {
      const { headers } = await read(path);
      assert.equal(headers.get('x-content-type-options'), 'nosniff', path);
      assert.equal(headers.get('referrer-policy'), 'no-referrer', path);
      assert.equal(headers.get('cross-origin-resource-policy'), embedder, path);
      const policy = headers.get('content-security-policy') ?? '';
      assert.match(policy, /^default-src 'none'/, path);
      assert.ok(!/unsafe-eval|script-src (?!'self';)/.test(policy), path);
      if (headers.get('content-type')?.startsWith('text/html'))
        assert.match(policy, /frame-ancestors 'none'|sandbox/, path);
      assert.equal(headers.get('x-frame-options'), 'DENY', path);
    }
  });

  it('tell nothing of the software that answers', async () => {
    for (const [path] of addresses) {
      const { headers } = await read(path);
      for (const name of ['server', 'x-powered-by', 'via']) assert.equal(headers.get(name), null, `${name} of ${path}`);
    }
  });

  it('are on what is no readable request too', async () => {
    const { text } = await rawExchange(origin, 'hello\r\n\r\n');
    assert.match(text, /^X-Content-Type-Options: nosniff\r$/m);
    assert.match(text, /^Content-Security-Policy: default-src 'none'/m);
  });

  it('let no other site’s script read anything but the OpenAPI document and the feeds', async () => {
    for (const [path] of addresses) {
      const { headers } = await read(path);
      const isOpen = path.startsWith('/feeds/') || path === '/v1/openapi.json';
      assert.equal(headers.get('access-control-allow-origin'), isOpen ? '*' : null, path);
    }
  });

  it('ask for https for a year where clients reach the service by https, errors and unreadable requests too, and else not', async () => {
    const port = await anyFreePort();
    const secure = await startApi({ ...api.config, publicUrl: PUBLIC_URL, port }, api.service, silent);
    try {
      const at = `http://${api.config.host}:${port}`;
      for (const [path] of addresses) {
        const { headers } = await fetch(at + path);
        assert.equal(headers.get('strict-transport-security'), 'max-age=31536000', path);
        assert.equal((await read(path)).headers.get('strict-transport-security'), null, path);
      }
      const { text } = await rawExchange(at, 'hello\r\n\r\n');
      assert.match(text, /^Strict-Transport-Security: max-age=31536000\r$/m);
    } finally {
      await secure.close();
    }
  });
});
