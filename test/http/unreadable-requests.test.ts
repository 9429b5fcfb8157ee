import assert from 'node:assert/strict';
import { expectStatus } from '../support/factories.ts';
import { rawExchange } from '../support/raw-request.ts';
import { startTestService, type TestService } from '../support/service.ts';

describe('a request that is not readable', () => {
  let api: TestService;
  let key: string;

  before(async () => {
    api = await startTestService();
    key = (await api.newAgency()).keys.test.full;
  });
  after(() => api.close());

  for (const [what, text] of [
    ['of an unknown method', 'FOO /v1/ping HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['that is no HTTP', 'hello\r\n\r\n'],
    [
      'with two lengths',
      'POST /v1/ping HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    ],
    ['with a head of 70,000 characters', `GET /v1/ping?q=${'x'.repeat(70_000)} HTTP/1.1\r\nHost: a\r\n\r\n`],
  ] as const) {
    it(`${what} gets the error body and an id`, async () => {
      const { status, text: answer } = await rawExchange(api.config.publicUrl, text);
      assert.equal(status, 400);
      const [head, body] = answer.split('\r\n\r\n') as [string, string];
      const { error } = JSON.parse(body) as { error: Record<string, string> };
      assert.equal(error.code, 'invalid_query');
      assert.match(head, new RegExp(`^X-Request-Id: ${error.request_id}$`, 'm'));
      assert.match(error.doc_url!, /\/errors#invalid_query$/);
    });
  }

  it('is not one with a long query, an expectation, or no host', async () => {
    const long = await api.call('GET', `/projects?q=${'x'.repeat(20_000)}`, { key });
    assert.deepEqual(expectStatus(long, 422).body.error.errors, [{ param: 'q', code: 'too_long' }]);
    expectStatus(await api.call('GET', `/projects/prj_${'x'.repeat(20_000)}`, { key }), 404);
    for (const header of ['Host: a\r\nExpect: 200-ok', 'Accept: */*']) {
      const request = `GET /v1/ping HTTP/1.1\r\n${header}\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`;
      assert.equal((await rawExchange(api.config.publicUrl, request)).status, 200, header);
    }
  });
});
