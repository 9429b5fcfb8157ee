import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { openDatabase, type Database, type Sql } from '../../src/db/database.ts';
import { isUnavailable } from '../../src/db/is-unavailable.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';

describe('a transaction of the pool', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let proxy: TcpProxy;
  let db: Database;

  beforeEach(async () => {
    database = await createTestDatabase();
    const url = new URL(database.url);
    proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
    url.port = String(proxy.port);
    // One connection, so that each test sees what the transaction before left of it.
    db = await openDatabase(url.href, 1);
    await sql`create table note (text text primary key)`.execute(db.sql);
  });
  afterEach(async () => {
    await db.close();
    await proxy.close();
    await database.drop();
  });

  const write = (tx: Sql, text: string) => sql`insert into note values (${text})`.execute(tx);
  const writeLast = (tx: Sql, text: string) =>
    sql`/* prepared write_note, then commit */ insert into note values (${text})`.execute(tx);
  const inTransaction = (work: (tx: Sql) => Promise<unknown>) => db.sql.transaction().execute(work);

  async function notes(): Promise<string[]> {
    const { rows } = await sql<{ text: string }>`select text from note order by text`.execute(db.sql);
    return rows.map(({ text }) => text);
  }

  async function isInTransaction(): Promise<boolean> {
    // Savepoints are refused outside one.
    return sql`savepoint probe`.execute(db.sql).then(
      () => true,
      () => false,
    );
  }

  it('has committed when it ends, with its last statement and without', async () => {
    await inTransaction((tx) => write(tx, 'a'));
    await inTransaction((tx) => writeLast(tx, 'b'));
    await inTransaction(async (tx) => {
      await write(tx, 'c');
      await writeLast(tx, 'd');
    });
    assert.deepEqual(await notes(), ['a', 'b', 'c', 'd']);
    assert.equal(await isInTransaction(), false);
  });

  it('asks the server once when it is one statement, which is its last', async () => {
    await inTransaction((tx) => writeLast(tx, 'prepared'));
    const before = proxy.asked();
    await inTransaction((tx) => writeLast(tx, 'once'));
    assert.equal(proxy.asked() - before, 1);
    await inTransaction((tx) => write(tx, 'twice'));
    assert.equal(proxy.asked() - before, 1 + 2);
  });

  it('leaves nothing when its last statement fails, and fails with its error', async () => {
    await inTransaction((tx) => writeLast(tx, 'taken'));
    const failing = inTransaction(async (tx) => {
      await write(tx, 'lost');
      await writeLast(tx, 'taken');
    });
    await assert.rejects(failing, { code: '23505' });
    assert.deepEqual(await notes(), ['taken']);
    assert.equal(await isInTransaction(), false);
  });

  it('leaves nothing when it is given up, before its first statement or after', async () => {
    const giveUp = () => Promise.reject(new Error('given up'));
    await assert.rejects(inTransaction(giveUp), /given up/);
    assert.equal(await isInTransaction(), false);
    const later = inTransaction(async (tx) => {
      await write(tx, 'lost');
      await giveUp();
    });
    await assert.rejects(later, /given up/);
    assert.equal(await isInTransaction(), false);
    assert.deepEqual(await notes(), []);
  });

  it('may have no statement at all', async () => {
    await inTransaction(() => Promise.resolve());
    assert.equal(await isInTransaction(), false);
  });

  it('fails when its commit does', async () => {
    await sql`create table page (note text references note deferrable initially deferred)`.execute(db.sql);
    const failing = inTransaction((tx) =>
      sql`/* prepared write_page, then commit */ insert into page values ('none')`.execute(tx),
    );
    await assert.rejects(failing, { code: '23503' });
    assert.equal(await isInTransaction(), false);
  });

  it('fails as unavailable when the connection is lost, and the next has another', async () => {
    const failing = inTransaction(async (tx) => {
      await write(tx, 'lost');
      proxy.cut();
      await writeLast(tx, 'lost too');
    });
    await assert.rejects(failing, isUnavailable);
    proxy.mend();
    await inTransaction((tx) => writeLast(tx, 'kept'));
    assert.deepEqual(await notes(), ['kept']);
  });
});
