import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import pg from 'pg';
import { isUnavailable } from '../../src/db/is-unavailable.ts';
import { createPipeline, type Pipeline } from '../../src/db/pipeline.ts';
import { createTestDatabase } from '../support/postgres.ts';

const backend = { name: 'backend', text: 'select pg_backend_pid() as pid', values: [] };
const echo = (text: string) => ({ name: 'echo', text: 'select $1::text as text', values: [text] });
const divide = (by: number) => ({ name: 'divide', text: 'select 1 / $1::int as result', values: [by] });

describe('pipeline', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let pipeline: Pipeline;

  before(async () => {
    database = await createTestDatabase();
    pipeline = createPipeline({ connectionString: database.url });
  });
  after(async () => {
    await pipeline.close();
    await database.drop();
  });

  it('gives each statement its own answer, over one connection', async () => {
    const texts = Array.from({ length: 100 }, (_, index) => `text ${index}`);
    const answers = await Promise.all(texts.map((text) => pipeline.query<{ text: string }>(echo(text))));
    assert.deepEqual(
      answers.map(({ rows }) => rows[0]?.text),
      texts,
    );
    const backends = await Promise.all([1, 2, 3].map(() => pipeline.query<{ pid: number }>(backend)));
    assert.equal(new Set(backends.map(({ rows }) => rows[0]?.pid)).size, 1);
  });

  it('lets a statement fail without the ones around it', async () => {
    const outcomes = await Promise.allSettled([divide(1), divide(0), divide(1)].map((each) => pipeline.query(each)));
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
  });

  it('fails what is under way as unavailable when the connection is lost, and connects again', async () => {
    const { rows } = await pipeline.query<{ pid: number }>(backend);
    const sleeping = pipeline.query({ name: 'sleep', text: 'select pg_sleep(60)', values: [] });
    const failure = assert.rejects(sleeping, isUnavailable);
    const other = new pg.Client({ connectionString: database.url });
    await other.connect();
    await other.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
    await other.end();
    await failure;
    const again = await pipeline.query<{ pid: number }>(backend);
    assert.notEqual(again.rows[0]!.pid, rows[0]!.pid);
  });

  it('fails as unavailable when the server accepts the connection and says nothing', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const waiting = createPipeline({ host: '127.0.0.1', port, connectionTimeoutMillis: 100 });
    await assert.rejects(waiting.query(backend), isUnavailable);
    await waiting.close();
    silent.close();
  });
});
