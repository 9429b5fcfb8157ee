import assert from 'node:assert/strict';
import { expectStatus, projectBody } from '../support/factories.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { refusalsOf } from './support/refusals.ts';

const MIB = 1024 * 1024;
const JSON_TYPE = { 'content-type': 'application/json' };

describe('a JSON body', () => {
  let api: TestService;
  let key: string;

  before(async () => {
    api = await startTestService();
    key = (await api.newAgency()).keys.test.full;
  });
  after(() => api.close());
  const itRefuses = refusalsOf(() => api);
  const postProject = (body: string | Buffer, headers: Record<string, string> = JSON_TYPE) =>
    api.call('POST', '/projects', { key, body, headers });
  const withUrl = (rest: string) => `{"url":"https://hostile.example.com"${rest && `,${rest}`}}`;

  for (const text of ['{', 'nonsense', '{"url":}', '{} {}', "{'url':1}", '\u0000', '{"url":"\u0001"}', 'NaN']) {
    itRefuses(JSON.stringify(text), 400, 'invalid_json', () => postProject(text));
  }
  itRefuses('text that is not UTF-8', 400, 'invalid_json', () => postProject(Buffer.from([0x22, 0xff, 0x22])));
  for (const text of ['[]', 'null', '1', '"url"', 'true', '[{"url":"https://a.example.com"}]']) {
    itRefuses(`${text}, which is no object,`, 422, 'validation_failed', () => postProject(text));
  }
  itRefuses('100,000 open brackets', 400, 'invalid_json', () => postProject('['.repeat(100_000)));
  itRefuses('a body nested 100,000 deep', 422, 'validation_failed', () =>
    postProject(withUrl(`"tags":${'['.repeat(100_000)}${']'.repeat(100_000)}`)),
  );
  itRefuses('nested metadata', 422, 'validation_failed', () => postProject(withUrl('"metadata":{"a":{"b":1}}')));
  itRefuses('nested metadata under a key with a line break', 422, 'validation_failed', () =>
    postProject(withUrl(String.raw`"metadata":{"a\nb":{"c":1}}`)),
  );
  itRefuses('a number that JSON writes and no double holds', 422, 'validation_failed', () =>
    postProject(withUrl('"metadata":{"a":1e999}')),
  );
  itRefuses('__proto__', 400, 'unknown_parameter', () => postProject(withUrl('"__proto__":{"b2b":true}')));
  itRefuses('__proto__ in audience', 400, 'unknown_parameter', () =>
    postProject(withUrl('"audience":{"__proto__":{"b2b":true}}')),
  );
  itRefuses('constructor', 400, 'unknown_parameter', () => postProject(withUrl('"constructor":1')));
  itRefuses('livemode', 400, 'unknown_parameter', () => postProject(withUrl('"livemode":true')));
  itRefuses('an unknown member of a competitor', 400, 'unknown_parameter', () =>
    postProject(withUrl('"competitors":[{"name":"A","id":1}]')),
  );
  itRefuses('a JSON body on GET', 400, 'unknown_parameter', () =>
    api.call('GET', '/ping', { key, body: '{"a":1}', headers: JSON_TYPE }),
  );
  for (const [what, text] of [
    ['U+0000', String.raw`\u0000`],
    ['a lone surrogate', String.raw`\ud800`],
  ]) {
    for (const field of ['url', 'name', 'contact_email', 'external_id', 'tagline', 'launch_date', 'category']) {
      itRefuses(`${what} in ${field}`, 422, 'validation_failed', () =>
        postProject(`{"url":"https://hostile.example.com","${field}":"https://a${text}"}`),
      );
    }
    itRefuses(`${what} in a key of metadata`, 422, 'validation_failed', () =>
      postProject(withUrl(`"metadata":{"a${text}":1}`)),
    );
  }

  it('names each parameter at fault once, by its path', async () => {
    const bodies: [string, unknown][] = [
      [String.raw`{"url":"https://a.example.com","name":"\u0000\ud800"}`, [{ param: 'name', code: 'invalid_format' }]],
      ['{"url":"https://a.example.com","category":5}', [{ param: 'category', code: 'invalid_type' }]],
      [
        '{"url":"https://a.example.com","competitors":[{"name":"A"},{"url":"x"}],"tags":["a",1]}',
        [
          { param: 'competitors[1].name', code: 'required' },
          { param: 'competitors[1].url', code: 'invalid_format' },
          { param: 'tags[1]', code: 'invalid_type' },
        ],
      ],
      [
        `{"url":"https://a.example.com","metadata":{"${'k'.repeat(41)}":1,"7":[]}}`,
        [
          { param: 'metadata.7', code: 'invalid_type' },
          { param: `metadata.${'k'.repeat(41)}`, code: 'too_long' },
        ],
      ],
    ];
    for (const [text, errors] of bodies) {
      const { error } = expectStatus(await postProject(text), 422).body;
      const byParam = (error.errors as { param: string }[]).toSorted((a, b) => (a.param < b.param ? -1 : 1));
      assert.deepEqual(byParam, errors, text);
      assert.equal(error.param, error.errors[0].param);
    }
    assert.equal((await postProject('{"url":"https://a.example.com","5":1}')).body.error.param, '5');
  });

  it('refuses an array of more than 10,000 items for its length alone', async () => {
    const ids = Array.from({ length: 10_001 }, (_, index) => `"dir_${String(index).padStart(22, '0')}"`);
    const { error } = expectStatus(await postProject(withUrl(`"excluded_directories":[${ids.join()}]`)), 422).body;
    assert.deepEqual(error.errors, [{ param: 'excluded_directories', code: 'too_many' }]);
  });

  it('gives at most 100 failures, however many there are, and gives them within 2 seconds', async () => {
    for (const item of ['1', '"\\u0000"', '{}', `"dir_${'0'.repeat(22)}"`]) {
      for (const field of ['tags', 'competitors', 'excluded_directories', 'screenshot_urls']) {
        const items = Array.from({ length: Math.floor((MIB - 200) / (item.length + 1)) }, () => item).join();
        const start = performance.now();
        const answer = await postProject(withUrl(`"${field}":[${items}]`));
        assert.ok(performance.now() - start < 2_000, `${field} ${item}: ${performance.now() - start} ms`);
        const { error } = expectStatus(answer, 422).body;
        assert.ok(error.errors.length <= 100, `${field} ${item}: ${error.errors.length}`);
      }
    }
  });

  it('takes JSON whatever the letter case and parameters of its type', async () => {
    for (const type of [
      'application/json',
      'Application/JSON',
      'application/json; charset=utf-8',
      'application/json;',
    ]) {
      expectStatus(await postProject(JSON.stringify(projectBody()), { 'content-type': type }), 201);
    }
    for (const type of ['text/json', 'application/jsonp', 'application/vnd.api+json', 'text/plain', '']) {
      expectStatus(await postProject(JSON.stringify(projectBody()), { 'content-type': type }), 415);
    }
  });
});
