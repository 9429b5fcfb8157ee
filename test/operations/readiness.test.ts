import assert from 'node:assert/strict';
import { pino } from 'pino';
import { openDatabase, type Database } from '../../src/db/database.ts';
import type { Operations } from '../../src/main/start-operations.ts';
import { databaseCheck } from '../../src/operations/checks.ts';
import { CheckFailed, createReadiness } from '../../src/operations/readiness.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { askReady, startTestOperations } from './support/ask.ts';

describe('A process is ready', () => {
  let operations: Operations;
  beforeEach(async () => {
    operations = await startTestOperations();
  });
  afterEach(() => operations.close());

  it('from when everything has been started until it stops', async () => {
    operations.readiness.require({ name: 'thing', run: () => undefined });
    const starting = await askReady(operations.url);
    assert.deepEqual([starting.status, starting.state, starting.checks], [503, 'starting', { thing: null }]);
    operations.readiness.started();
    const running = await askReady(operations.url);
    assert.deepEqual([running.status, running.state, running.ready], [200, 'running', true]);
    operations.readiness.stopping();
    const stopping = await askReady(operations.url);
    assert.deepEqual([stopping.status, stopping.state, stopping.ready], [503, 'stopping', false]);
    operations.readiness.started();
    assert.equal((await askReady(operations.url)).state, 'stopping');
  });

  it('while every check is passed; the answer names those that are not, and nothing secret', async () => {
    let broken: Error | null = new CheckFailed('the line is cut');
    const failing = () => (broken ? Promise.reject(broken) : Promise.resolve());
    operations.readiness.require({ name: 'line', run: failing }, { name: 'thing', run: () => undefined });
    operations.readiness.started();
    assert.deepEqual((await askReady(operations.url)).checks, { line: 'the line is cut', thing: null });
    broken = new Error('password authentication failed for user "listings"');
    const answer = await askReady(operations.url);
    assert.equal(answer.status, 503);
    assert.doesNotMatch(answer.checks.line ?? '', /password|listings/);
    broken = null;
    assert.equal((await askReady(operations.url)).status, 200);
  });

  it('never late: a check that hangs is given up, and is not asked twice at once', async () => {
    let asked = 0;
    let answer: () => void = () => undefined;
    const readiness = createReadiness(pino({ level: 'silent' }), 50);
    readiness.require({ name: 'slow', run: () => (asked++, new Promise<void>((resolve) => (answer = resolve))) });
    readiness.started();
    for (let time = 0; time < 3; time++) {
      const { ready, checks } = await readiness.report();
      assert.equal(ready, false);
      assert.equal(checks[0]!.error, 'no answer within 0.05 seconds');
      assert(checks[0]!.duration_ms >= 40);
    }
    assert.equal(asked, 1);
    answer();
  });
});

describe('The database check', () => {
  let operations: Operations;
  let db: Database;
  let proxy: TcpProxy;
  let database: Awaited<ReturnType<typeof createTestDatabase>>;

  before(async () => {
    database = await createTestDatabase();
    const address = new URL(database.url);
    proxy = await startTcpProxy({ host: address.hostname, port: Number(address.port) });
    address.hostname = '127.0.0.1';
    address.port = String(proxy.port);
    db = await openDatabase(address.href, 2);
    operations = await startTestOperations();
    operations.readiness.require(databaseCheck(db));
    operations.readiness.started();
  });

  after(async () => {
    await operations.close();
    await db.close();
    await proxy.close();
    await database.drop();
  });

  it('is passed once the migrations are applied', async () => {
    assert.deepEqual((await askReady(operations.url)).checks, { database: null });
    await db.pool.query("update migration set name = 'x' || name where name = '0022-observability'");
    const behind = await askReady(operations.url);
    assert.deepEqual([behind.status, behind.checks], [503, { database: 'migrations that are not applied: 1' }]);
    await db.pool.query('alter table migration rename to no_migration');
    const unprepared = (await askReady(operations.url)).checks.database;
    assert.match(unprepared ?? '', /^migrations that are not applied: \d\d$/);
    await db.pool.query('alter table no_migration rename to migration');
    await db.pool.query("update migration set name = '0022-observability' where name = 'x0022-observability'");
    assert.equal((await askReady(operations.url)).status, 200);
  });

  it('fails while Postgres is away, and is passed when it is back', async () => {
    proxy.cut();
    const away = await askReady(operations.url);
    assert.deepEqual([away.status, away.checks], [503, { database: 'the database cannot be reached' }]);
    proxy.mend();
    assert.equal((await askReady(operations.url)).status, 200);
  });
});
