import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findInstallation } from '../../src/admin/find-installation.ts';
import { readAdminConfig, type Environment } from '../../src/config.ts';

const NAMED = 'postgresql://127.0.0.1:5432/named';
const EMBEDDED = 'postgresql://127.0.0.1:54320/embedded';

const DEV = { database_url: EMBEDDED, base_url: 'http://127.0.0.1:3001/v1' };

describe('the database that operators work on', () => {
  let folder: string;
  let devFile: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'admin-'));
    devFile = join(folder, 'dev.json');
  });
  afterEach(() => rm(folder, { recursive: true }));

  const find = (env: Environment) => findInstallation({ ...readAdminConfig(env), devFile });

  it('is the one of DATABASE_URL, even where the embedded stack has run', async () => {
    await writeFile(devFile, JSON.stringify(DEV));
    const named = { databaseUrl: NAMED, foundIn: 'DATABASE_URL' };
    assert.deepEqual(await find({ DATABASE_URL: NAMED }), { ...named, publicUrl: 'http://127.0.0.1:3000' });
    const settings = { DATABASE_URL: NAMED, PUBLIC_URL: 'https://listings.example/' };
    assert.deepEqual(await find(settings), { ...named, publicUrl: 'https://listings.example' });
  });

  it('is the embedded stack’s when DATABASE_URL is absent or empty', async () => {
    await writeFile(devFile, JSON.stringify(DEV));
    const embedded = { databaseUrl: EMBEDDED, publicUrl: 'http://127.0.0.1:3001', foundIn: devFile };
    assert.deepEqual(await find({}), embedded);
    assert.deepEqual(await find({ DATABASE_URL: '', PUBLIC_URL: 'https://listings.example' }), embedded);
  });

  it('is asked for when there is neither', async () => {
    await assert.rejects(find({}), { name: 'Refusal', message: /^No database is known: set DATABASE_URL, or start/ });
  });

  it('is asked for when the embedded stack’s file is damaged or names none', async () => {
    for (const text of [
      '',
      '{"database_url": ',
      'null',
      '{}',
      '{"database_url": 5}',
      `{"database_url": "${EMBEDDED}"}`,
    ]) {
      await writeFile(devFile, text);
      await assert.rejects(find({}), { name: 'Refusal' }, text);
    }
  });
});
