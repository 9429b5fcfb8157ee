import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { anyFreePort } from '../../dev/ports.ts';
import { listProcesses } from '../../dev/process-table.ts';
import { startPostgres, type Postgres } from '../../dev/postgres.ts';
import { holdServer } from './support/holder.ts';

describe('startPostgres', () => {
  let folder: string;
  let port: number;
  let messages: string[];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'postgres-test-'));
    await (await startOn(await anyFreePort())).stop();
  });

  beforeEach(async () => {
    port = await anyFreePort();
    messages = [];
  });

  after(() => rm(folder, { recursive: true, force: true }));

  it('keeps the data from one start to the next, on another port too, and leaves no process behind', async () => {
    const first = await start();
    await query(first.databaseUrl, `CREATE TABLE first AS SELECT 'ü' AS value`);
    await first.stop();
    assert.deepEqual(await serversOf(folder), []);

    port = await anyFreePort();
    const second = await start();
    try {
      assert.deepEqual(await query(second.databaseUrl, 'SELECT value FROM first'), [{ value: 'ü' }]);
      assert.deepEqual(messages, []);
    } finally {
      await second.stop();
    }
  });

  it('takes over from an owner killed with -9, with the data there, on the same port', async () => {
    const holder = await holdServer('hold-postgres.ts', [folder, String(port)]);
    await query(holder.report, 'CREATE TABLE second AS SELECT 1 AS value');
    await holder.kill();
    assert.equal((await serversOf(folder)).length, 1);

    const postgres = await start();
    try {
      assert.deepEqual(await query(postgres.databaseUrl, 'SELECT value FROM second'), [{ value: 1 }]);
      assert.equal((await serversOf(folder)).length, 1);
      assert.match(messages.join(), /left behind by an earlier run/);
    } finally {
      await postgres.stop();
    }
  });

  it('starts after the server was killed with -9, though its pid belongs to another process by now', async () => {
    const postgres = await start();
    const [server] = await serversOf(folder);
    process.kill(server?.pid as number, 'SIGKILL');
    await postgres.stop();
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)']);
    await writeFile(join(folder, 'data', 'postmaster.pid'), `${stranger.pid}\n${join(folder, 'data')}\n`);
    try {
      await (await start()).stop();
    } finally {
      stranger.kill();
    }
  });

  it('refuses a folder on which a live process runs it, and leaves that one alone', async () => {
    const postgres = await start();
    try {
      await assert.rejects(start(), new RegExp(`in use by process ${process.pid}`));
      assert.deepEqual(await query(postgres.databaseUrl, 'SELECT 1 AS alive'), [{ alive: 1 }]);
    } finally {
      await postgres.stop();
    }
  });

  it('says why when the server cannot start, and frees the folder', async () => {
    const rival = createServer((silent) => silent.resume()).listen(port, '127.0.0.1');
    await once(rival, 'listening');
    await assert.rejects(start(), /could not bind IPv4 address "127.0.0.1"/);
    rival.close();
    await once(rival, 'close');
    await (await start()).stop();
  });

  it('asks for the password, which only the user may read', async () => {
    const postgres = await start();
    try {
      const url = new URL(postgres.databaseUrl);
      url.password = 'guess';
      await assert.rejects(query(url.href, 'SELECT 1'), /password authentication failed/);
      assert.equal((await stat(join(folder, 'password'))).mode & 0o777, 0o600);
    } finally {
      await postgres.stop();
    }
  });

  function start(): Promise<Postgres> {
    return startOn(port);
  }

  function startOn(onPort: number): Promise<Postgres> {
    return startPostgres({
      folder,
      port: () => Promise.resolve(onPort),
      database: 'app',
      log: (message) => messages.push(message),
    });
  }
});

async function serversOf(folder: string): Promise<{ pid: number }[]> {
  return (await listProcesses()).filter(({ command }) => command.includes(`postgres -D ${folder}/`));
}

async function query(connectionString: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
