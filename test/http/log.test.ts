import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { createLogger } from '../../src/logger.ts';
import { expectStatus, projectBody } from '../support/factories.ts';
import { eventually } from '../support/eventually.ts';
import { startTestService, type TestService } from '../support/service.ts';

describe('the log of the API', () => {
  const lines: string[] = [];
  let api: TestService;

  before(async () => {
    const destination = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(...chunk.toString().trim().split('\n'));
        done();
      },
    });
    api = await startTestService({}, createLogger('trace', 'test', destination));
  });
  after(() => api.close());

  it('has a line for each request, with its id, operation, account and mode', async () => {
    const { accountId, keys } = await api.newAgency();
    const { headers } = expectStatus(await api.call('GET', '/ping', { key: keys.test.read }), 200);
    const line = await eventually('the line', () => lines.find((text) => text.includes(headers['x-request-id']!)));
    const { operation, account, livemode, status } = JSON.parse(line) as Record<string, unknown>;
    assert.deepEqual(
      { operation, account, livemode, status },
      { operation: 'ping', account: accountId, livemode: false, status: 200 },
    );
  });

  it('never has a key, a webhook secret or the database password', async () => {
    const { keys } = await api.newAgency();
    const key = keys.test.full;
    const json = { url: 'https://receiver.localhost/hooks' };
    const endpoint = expectStatus(await api.call('POST', '/webhook_endpoints', { key, json }), 201).body;
    expectStatus(await api.call('POST', '/projects', { key, json: projectBody() }), 201);
    expectStatus(await api.call('GET', '/ping', { key: `${key}x` }), 401);
    const text = lines.join('\n');
    const password = new URL(api.config.databaseUrl).password;
    for (const secret of [key, endpoint.secret as string, password].filter(Boolean)) assert.ok(!text.includes(secret));
    assert.ok(lines.length > 3);
  });
});
