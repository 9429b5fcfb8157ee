import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { compileCache } from '../support/compile-cache.ts';
import { createTestDatabase } from '../support/postgres.ts';

const programs = ['api', 'worker', 'mail'];

/** Runs a program of the service to its end. */
function runMain(name: string, databaseUrl: string): Promise<{ code: number | null; stderr: string }> {
  const file = fileURLToPath(new URL(`../../src/main/${name}.ts`, import.meta.url));
  const env = {
    ...compileCache,
    DATABASE_URL: databaseUrl,
    TEMPORAL_ADDRESS: '127.0.0.1:1',
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    STORAGE_DIR: '/nonexistent',
    OPERATIONS_PORT: '0',
  };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [file], { env, timeout: 60_000 }, (_error, _stdout, stderr) =>
      resolve({ code: child.exitCode, stderr }),
    );
  });
}

describe('a database that is older than the code', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let client: pg.Client;

  before(async () => {
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(`delete from migration where name = '0021-logins'`);
    await client.query('drop table email, login');
  });
  after(async () => {
    await client.end();
    await database.drop();
  });

  for (const name of programs) {
    it(`is refused by the ${name} process, which says what to run and changes nothing`, async () => {
      const { code, stderr } = await runMain(name, database.url);
      assert.equal(code, 1);
      assert.match(stderr, /The database lacks 0021-logins, which this version needs: run `npm run migrate`/);
      const { rows } = await client.query(`select to_regclass('login') as login`);
      assert.deepEqual(rows, [{ login: null }]);
    });
  }

  it('is brought up to date by the job that migrates, as often as it runs', async () => {
    await client.query('drop table project_password');
    for (const _ of [1, 2]) assert.equal((await runMain('migrate', database.url)).code, 0);
    const { rows } = await client.query(`select to_regclass('login')::text as login`);
    assert.deepEqual(rows, [{ login: 'login' }]);
  });
});
