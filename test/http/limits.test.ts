import assert from 'node:assert/strict';
import { createSetupAccount, setHourlyImports, setHourlyRequests } from '../support/accounts.ts';
import type { ApiResponse, Call } from '../support/api-client.ts';
import { createReadyProject, expectStatus, picture, projectBody, upload } from '../support/factories.ts';
import { startSecondApi, type SecondApi } from '../support/second-api.ts';
import { startTestService, type TestService } from '../support/service.ts';

const HOUR_MS = 3_600_000;

describe('limits', () => {
  let api: TestService;
  let second: SecondApi;

  before(async () => {
    api = await startTestService();
    second = await startSecondApi(api);
  });
  after(async () => {
    await second.close();
    await api.close();
  });

  /** Makes requests at once over two APIs, half of them each, and counts the answers of each status. */
  async function storm(count: number, request: (call: Call) => Promise<ApiResponse>): Promise<Record<number, number>> {
    const answers = await Promise.all(
      Array.from({ length: count }, (_, index) => request(index % 2 ? api.call : second.call)),
    );
    return Object.fromEntries(
      [...Map.groupBy(answers, ({ status }) => status)].map(([status, of]) => [status, of.length]),
    );
  }

  const secondsLeft = () => Math.ceil((HOUR_MS - (api.clock.now().getTime() % HOUR_MS)) / 1_000);

  describe('of requests', () => {
    it('are 3,600 an hour, and 600 before the first purchase', async () => {
      const agency = await api.newAgency();
      const setup = await createSetupAccount(api.service);
      for (const [key, limit] of [
        [agency.keys.test.full, 3_600],
        [agency.keys.live.full, 3_600],
        [setup.test, 600],
        [setup.live, 600],
      ] as const) {
        const { headers } = expectStatus(await api.call('GET', '/ping', { key }), 200);
        assert.deepEqual(
          [headers['ratelimit-limit'], headers['ratelimit-remaining']],
          [String(limit), String(limit - 1)],
        );
      }
    });

    it('are exact for requests at once over two processes', async () => {
      const setup = await createSetupAccount(api.service);
      await setHourlyRequests(api.service, setup.accountId, false, 580);
      assert.deepEqual(await storm(40, (call) => call('GET', '/ping', { key: setup.test })), { 200: 20, 429: 20 });
    });

    it('beyond answer 429 with the time to wait, and the rate headers', async () => {
      const { accountId, keys } = await api.newAgency();
      await setHourlyRequests(api.service, accountId, false, 3_599);
      const last = expectStatus(await api.call('GET', '/account', { key: keys.test.full }), 200);
      assert.equal(last.headers['ratelimit-remaining'], '0');
      assert.equal(last.body.rate_limit.remaining, 0);
      const { headers } = expectStatus(await api.call('GET', '/account', { key: keys.test.full }), 429);
      assert.ok(Math.abs(Number(headers['retry-after']) - secondsLeft()) <= 1);
      assert.equal(headers['retry-after'], headers['ratelimit-reset']);
      assert.deepEqual([headers['ratelimit-limit'], headers['ratelimit-remaining']], ['3600', '0']);
    });

    it('are per account and mode: all keys of a mode share them, other modes and accounts do not', async () => {
      const { accountId, keys } = await api.newAgency();
      await setHourlyRequests(api.service, accountId, false, 3_600);
      expectStatus(await api.call('GET', '/ping', { key: keys.test.full }), 429);
      expectStatus(await api.call('GET', '/ping', { key: keys.test.read }), 429);
      expectStatus(await api.call('GET', '/ping', { key: keys.live.full }), 200);
      expectStatus(await api.call('GET', '/ping', { key: (await api.newAgency()).keys.test.full }), 200);
    });

    it('begin anew at the top of the hour', async () => {
      const { accountId, keys } = await api.newAgency();
      await setHourlyRequests(api.service, accountId, false, 3_600);
      const { headers } = expectStatus(await api.call('GET', '/ping', { key: keys.test.full }), 429);
      api.clock.advance(Number(headers['retry-after']) * 1_000);
      const fresh = expectStatus(await api.call('GET', '/ping', { key: keys.test.full }), 200);
      assert.equal(fresh.headers['ratelimit-remaining'], '3599');
    });

    it('count what fails, but not what has no key, no route or no request left', async () => {
      const { keys } = await api.newAgency();
      const key = keys.test.full;
      const remaining = async () => Number((await api.call('GET', '/ping', { key })).headers['ratelimit-remaining']);
      const before = await remaining();
      expectStatus(await api.call('GET', '/nothing', { key }), 404);
      expectStatus(await api.call('DELETE', '/ping', { key }), 405);
      expectStatus(await api.call('GET', '/ping', {}), 401);
      assert.equal(await remaining(), before - 1);
      expectStatus(await api.call('POST', '/projects', { key, json: {} }), 422);
      expectStatus(await api.call('POST', '/projects', { key: keys.test.read, json: {} }), 403);
      expectStatus(await api.call('GET', '/projects?%zz', { key }), 400);
      assert.equal(await remaining(), before - 5);
    });
  });

  describe('of a new account in test mode', () => {
    it('are 25 projects, exact for creates at once over two processes', async () => {
      const { test: key } = await createSetupAccount(api.service);
      const create = (call: Call) => call('POST', '/projects', { key, json: projectBody() });
      assert.deepEqual(await storm(35, create), { 201: 25, 422: 10 });
      const { data } = expectStatus(await api.call('GET', '/projects?limit=100', { key }), 200).body;
      assert.equal(data.length, 25);
      assert.equal((await create(api.call)).body.error.code, 'quota_exceeded');
    });

    it('are 100 new projects a UTC day, deleted ones included, refused ones not', async () => {
      const { test: key, accountId } = await createSetupAccount(api.service);
      const create = (json = projectBody()) => api.call('POST', '/projects', { key, json });
      const forget = () => api.service.db.pool.query('delete from project where account_id = $1', [accountId]);
      const taken = projectBody({ external_id: 'taken' });
      for (let round = 0; round < 4; round++) {
        await forget();
        expectStatus(await create(taken), 201);
        expectStatus(await create(projectBody({ external_id: 'taken' })), 409);
        for (let made = 1; made < 25; made++) expectStatus(await create(), 201);
      }
      await forget();
      assert.equal(expectStatus(await create(), 422).body.error.code, 'quota_exceeded');
      api.clock.advance(24 * HOUR_MS);
      expectStatus(await create(), 201);
    });

    it('are 3 webhook endpoints, exact for creates at once over two processes', async () => {
      const { test: key } = await createSetupAccount(api.service);
      const json = { url: 'https://hooks.example.com' };
      assert.deepEqual(await storm(10, (call) => call('POST', '/webhook_endpoints', { key, json })), {
        201: 3,
        422: 7,
      });
    });

    it('do not hold in live mode, nor after the first purchase', async () => {
      const { live } = await createSetupAccount(api.service);
      const { keys } = await api.newAgency();
      for (const key of [live, keys.test.full]) {
        for (let made = 0; made < 26; made++) {
          const json = projectBody({ url: `https://acme-tools.io/${made}` });
          expectStatus(await api.call('POST', '/projects', { key, json }), 201);
        }
        const json = { url: 'https://hooks.example.com' };
        for (let made = 0; made < 4; made++) {
          expectStatus(await api.call('POST', '/webhook_endpoints', { key, json }), 201);
        }
      }
    });
  });

  describe('of image imports by URL', () => {
    it('are 60 an hour, logo and screenshots together; uploads are not counted', async () => {
      const { accountId, keys } = await api.newAgency();
      const key = keys.test.full;
      const { id } = await createReadyProject(api.call, key);
      await setHourlyImports(api.service, accountId, false, 58);
      const json = { url: 'http://127.0.0.1:1/picture.png' };
      const put = (call: Call) => call('PUT', `/projects/${id}/logo`, { key, json });
      const post = (call: Call) => call('POST', `/projects/${id}/screenshots`, { key, json });
      expectStatus(await put(api.call), 422);
      expectStatus(await post(second.call), 422);
      for (const request of [put, post]) {
        const { body, headers } = expectStatus(await request(api.call), 429);
        assert.equal(body.error.code, 'rate_limited');
        assert.ok(Math.abs(Number(headers['retry-after']) - secondsLeft()) <= 1);
        assert.ok(Number(headers['ratelimit-remaining']) > 0);
      }
      expectStatus(await api.call('PUT', `/projects/${id}/logo`, { key, body: upload(await picture()) }), 200);
    });
  });
});
