import assert from 'node:assert/strict';
import { ERROR_CODES } from '../../src/errors.ts';
import { expectStatus } from '../support/factories.ts';
import { startTestService, type TestService } from '../support/service.ts';

const RATE_HEADERS = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'];

describe('headers', () => {
  let api: TestService;
  let key: string;

  before(async () => {
    api = await startTestService();
    key = (await api.newAgency()).keys.test.full;
  });
  after(() => api.close());

  it('carry a request id of its own on every response, which errors repeat', async () => {
    const answers = [
      await api.call('GET', '/ping', { key }),
      await api.call('GET', '/openapi.json'),
      await api.call('GET', '/nothing'),
      await api.call('DELETE', '/ping'),
      await api.call('GET', '/ping'),
      await api.call('POST', '/projects', { key, json: {} }),
      await api.call('GET', `/projects/prj_${'0'.repeat(22)}`, { key }),
      await api.call('GET', '/ping', { key, headers: { 'x-request-id': 'mine' } }),
    ];
    const ids = answers.map(({ headers }) => headers['x-request-id']!);
    for (const id of ids) assert.match(id, /^req_[0-9A-Za-z]{22}$/);
    assert.equal(new Set(ids).size, ids.length);
    for (const { status, body, headers } of answers) {
      if (status < 400) continue;
      const { code, message, doc_url, request_id } = body.error;
      assert.equal(request_id, headers['x-request-id']);
      assert.equal(doc_url, `${api.config.publicUrl}/docs/errors#${code}`);
      assert.ok(ERROR_CODES.includes(code));
      assert.match(message as string, /^[^\n]+[.]$/);
      assert.match(headers['content-type']!, /^application\/json/);
    }
  });

  it('carry the rate limit on every request that a key authenticates, failed ones too', async () => {
    for (const answer of [
      expectStatus(await api.call('GET', '/ping', { key }), 200),
      expectStatus(await api.call('HEAD', '/ping', { key }), 200),
      expectStatus(await api.call('GET', '/events?mode=1', { key }), 400),
      expectStatus(await api.call('GET', `/events/evt_${'0'.repeat(22)}`, { key }), 404),
      expectStatus(await api.call('POST', '/projects', { key, body: 'x' }), 415),
      expectStatus(await api.call('POST', '/projects', { key, json: {} }), 422),
    ]) {
      const [limit, remaining, reset] = RATE_HEADERS.map((name) => Number(answer.headers[name]));
      assert.equal(limit, 3_600);
      assert.ok(remaining! > 3_500 && remaining! < 3_600);
      assert.ok(Number.isInteger(reset) && reset! >= 1 && reset! <= 3_600);
    }
  });

  it('carry no rate limit without a route, with the wrong method or without a key', async () => {
    for (const answer of [
      expectStatus(await api.call('GET', '/nothing', { key }), 404),
      expectStatus(await api.call('DELETE', '/ping', { key }), 405),
      expectStatus(await api.call('GET', '/ping'), 401),
      expectStatus(await api.call('GET', '/ping', { key: 'unknown' }), 401),
      expectStatus(await api.call('GET', '/openapi.json', { key }), 200),
    ]) {
      for (const name of RATE_HEADERS) assert.equal(answer.headers[name], undefined);
    }
  });

  it('forbid caches to keep answers, errors too', async () => {
    for (const path of ['/ping', '/projects', `/projects/prj_${'0'.repeat(22)}`, '/projects?mode=1', '/nothing']) {
      assert.equal((await api.call('GET', path, { key })).headers['cache-control'], 'no-store', path);
    }
  });
});
