import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { operations } from '../../src/http/operations.ts';
import { eventually } from '../support/eventually.ts';
import { expectStatus } from '../support/factories.ts';
import { startSecondApi } from '../support/second-api.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';
import { bodyOf, buildWorld, pathIn, type World } from './support/world.ts';

describe('an outage of the database', () => {
  let api: TestService;
  let world: World;

  before(async () => {
    api = await startTestService();
    world = await buildWorld(api);
  });
  after(() => api.close());

  it('is 503 with Retry-After for every operation, and over once the database is back', async () => {
    const address = new URL(api.config.databaseUrl);
    const proxy = await startTcpProxy({ host: address.hostname, port: Number(address.port) });
    address.port = String(proxy.port);
    const behind = await startSecondApi(api, { databaseUrl: address.href });
    try {
      expectStatus(await behind.call('GET', '/ping', { key: world.key }), 200);
      proxy.cut();
      for (const operation of operations) {
        const json = bodyOf(operation.id);
        const answer = await behind.call(operation.method, pathIn(world, operation.path), { key: world.key, json });
        assert.equal(expectStatus(answer, 503).body.error.code, 'unavailable', operation.id);
        assert.equal(answer.headers['retry-after'], '5');
      }
      proxy.mend();
      expectStatus(await behind.call('GET', '/ping', { key: world.key }), 200);
    } finally {
      await behind.close();
      await proxy.close();
    }
  });

  it('in the middle of a request is 503', async () => {
    const { pool } = api.service.db;
    const holder = await pool.connect();
    try {
      await holder.query('begin');
      await holder.query('select 1 from account_mode where account_id = $1 for update', [world.agency.accountId]);
      const launch = api.call('POST', `/projects/${world.ready}/launch`, { key: world.key });
      await eventually('the launch to wait and lose its connection', async () => {
        const { rowCount } = await pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
        );
        return rowCount === 1;
      });
      assert.equal(expectStatus(await launch, 503).body.error.code, 'unavailable');
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    const { body } = expectStatus(await api.call('GET', `/projects/${world.ready}`, { key: world.key }), 200);
    assert.equal(body.status, 'draft');
  });

  it('of our own making is 500 for every operation: the cause is in the log under the request id, not in the answer', async () => {
    const lines: string[] = [];
    const log = pino(new Writable({ write: (line, _, done) => (lines.push(String(line)), done()) }));
    const second = await startSecondApi(api, { log });
    await api.service.db.pool.query('alter table hourly_count rename to hidden');
    try {
      for (const operation of operations) {
        lines.length = 0;
        const json = bodyOf(operation.id);
        const answer = await second.call(operation.method, pathIn(world, operation.path), { key: world.key, json });
        const { error } = expectStatus(answer, 500).body;
        assert.equal(error.code, 'internal_error', operation.id);
        assert.doesNotMatch(JSON.stringify(answer), /hourly_count|relation|\.ts/);
        const logged = lines.find((line) => line.includes(error.request_id as string));
        assert.match(logged ?? '', /relation .*hourly_count.* does not exist/);
      }
    } finally {
      await api.service.db.pool.query('alter table hidden rename to hourly_count');
      await second.close();
    }
  });
});
