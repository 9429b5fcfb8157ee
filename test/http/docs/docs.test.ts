import assert from 'node:assert/strict';
import { EVENT_TYPES } from '../../../src/domain/events.ts';
import { ERROR_CODES, ERROR_STATUS, ITEM_CODES } from '../../../src/errors.ts';
import { operations } from '../../../src/http/operations.ts';
import { startTestService, type TestService } from '../../support/service.ts';

interface PostmanItem {
  name: string;
  item?: PostmanItem[];
  request?: { method: string; url: { raw: string }; body?: { raw: string } };
}

describe('the documentation', () => {
  let api: TestService;
  before(async () => {
    api = await startTestService();
  });
  after(() => api.close());

  const ask = (path: string, init: RequestInit = {}) => fetch(api.config.publicUrl + path, init);
  const textOf = async (path: string) => {
    const answer = await ask(path);
    assert.equal(answer.status, 200, path);
    return answer.text();
  };

  it('lets no script in but its own, and names no other host that anything is loaded from', async () => {
    for (const path of ['/docs', '/docs/errors']) {
      const answer = await ask(path);
      const policy = answer.headers.get('content-security-policy')!;
      assert.match(policy, /^default-src 'none'/);
      assert.doesNotMatch(policy, /script-src[^;]*(unsafe|http|\*)/);
      assert.doesNotMatch(await answer.text(), /(src|spec-url)="(?!docs\/reference-|v1\/)/);
    }
  });

  it('draws the reference with a script that never changes under its name, compressed where that is taken', async () => {
    const [, name] = /src="(docs\/reference-[0-9a-f]{16}\.js)"/.exec(await textOf('/docs'))!;
    const answer = await ask(`/${name!}`);
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.equal(answer.headers.get('content-encoding'), 'gzip');
    assert.match(answer.headers.get('content-type')!, /^text\/javascript/);
    const script = await answer.text();
    const plain = await ask(`/${name!}`, { headers: { 'accept-encoding': 'identity' } });
    assert.equal(plain.headers.get('content-encoding'), null);
    assert.equal(await plain.text(), script);
    assert.doesNotMatch(script, /cdn\.redoc\.ly/);
  });

  it('is read only, and its other paths are route_not_found', async () => {
    assert.equal((await ask('/docs', { method: 'HEAD' })).status, 200);
    const refused = await ask('/docs/errors', { method: 'POST' });
    assert.deepEqual([refused.status, refused.headers.get('allow')], [405, 'GET, HEAD']);
    for (const path of ['/docs/reference-0.js', '/docs/errors/not_found', '/docs/../package.json'])
      assert.equal((await ask(path)).status, 404, path);
    const slash = await ask('/docs/', { redirect: 'manual' });
    assert.deepEqual([slash.status, slash.headers.get('location')], [308, '../docs']);
  });

  it('has an entry where the doc_url of an error leads, for every code and every item code', async () => {
    const { error } = (await (await ask('/v1/ping')).json()) as { error: { doc_url: string } };
    assert.equal(error.doc_url, `${api.config.publicUrl}/docs/errors#api_key_missing`);
    const page = await textOf('/docs/errors');
    const anchors = [...page.matchAll(/ id="([\w-]+)"/g)].map(([, id]) => id!);
    assert.equal(new Set(anchors).size, anchors.length);
    for (const code of ERROR_CODES) {
      assert.ok(anchors.includes(code), code);
      assert.match(page, new RegExp(`<code>${code}</code></a>\\s*<span class="status">${ERROR_STATUS[code]}</span>`));
    }
    for (const code of ITEM_CODES) assert.ok(anchors.includes(`item-${code}`), code);
    for (const [, target] of page.matchAll(/href="#([\w-]+)"/g)) assert.ok(anchors.includes(target!), target);
  });

  it('gives language models every operation, and where the rest is', async () => {
    const text = await textOf('/llms.txt');
    for (const { id, method, path, summary } of operations) {
      assert.ok(text.includes(`- \`${method} /v1${path}\` (${id}): ${summary}\n`), id);
    }
    for (const [, address] of text.matchAll(/\]\((http[^)]+)\)/g))
      assert.equal((await fetch(address!)).status, 200, address);
    assert.match(await textOf('/docs'), /href="llms\.txt"/);
  });

  it('gives Postman every operation, with the key and the address as variables', async () => {
    const collection = JSON.parse(await textOf('/docs/postman.json')) as {
      info: { schema: string };
      variable: { key: string; value: string }[];
      item: PostmanItem[];
    };
    assert.match(collection.info.schema, /v2\.1\.0/);
    assert.deepEqual(
      collection.variable.map(({ key }) => key),
      ['baseUrl', 'apiKey'],
    );
    assert.equal(collection.variable[0]!.value, `${api.config.publicUrl}/v1`);
    const requests = collection.item.flatMap(({ item }) => item!).map(({ request }) => request!);
    assert.deepEqual(
      requests.map(({ method, url }) => `${method} ${url.raw}`).toSorted(),
      operations.map(({ method, path }) => `${method} {{baseUrl}}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`).toSorted(),
    );
    for (const { body } of requests) if (body) JSON.parse(body.raw);
  });

  it('tells of each type of event what brings it about', async () => {
    const document = JSON.parse(await textOf('/v1/openapi.json')) as {
      webhooks: Record<string, { post: { description: string } }>;
    };
    const texts = EVENT_TYPES.map((type) => document.webhooks[type]!.post.description);
    assert.equal(new Set(texts).size, EVENT_TYPES.length);
  });
});
