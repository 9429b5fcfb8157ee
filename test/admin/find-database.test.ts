import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findDatabase } from '../../src/admin/find-database.ts';
import { readAdminConfig } from '../../src/config.ts';

const NAMED = 'postgresql://127.0.0.1:5432/named';
const EMBEDDED = 'postgresql://127.0.0.1:54320/embedded';

describe('the database that operators work on', () => {
  let folder: string;
  let devFile: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'admin-'));
    devFile = join(folder, 'dev.json');
  });
  afterEach(() => rm(folder, { recursive: true }));

  const find = (env: { DATABASE_URL?: string }) => findDatabase({ ...readAdminConfig(env), devFile });

  it('is the one of DATABASE_URL, even where the embedded stack has run', async () => {
    await writeFile(devFile, JSON.stringify({ database_url: EMBEDDED }));
    assert.deepEqual(await find({ DATABASE_URL: NAMED }), { url: NAMED, foundIn: 'DATABASE_URL' });
  });

  it('is the embedded stack’s when DATABASE_URL is absent or empty', async () => {
    await writeFile(devFile, JSON.stringify({ database_url: EMBEDDED }));
    assert.deepEqual(await find({}), { url: EMBEDDED, foundIn: devFile });
    assert.deepEqual(await find({ DATABASE_URL: '' }), { url: EMBEDDED, foundIn: devFile });
  });

  it('is asked for when there is neither', async () => {
    await assert.rejects(find({}), { name: 'Refusal', message: /^No database is known: set DATABASE_URL, or start/ });
  });

  it('is asked for when the embedded stack’s file is damaged or names none', async () => {
    for (const text of ['', '{"database_url": ', 'null', '{}', '{"database_url": 5}']) {
      await writeFile(devFile, text);
      await assert.rejects(find({}), { name: 'Refusal' }, text);
    }
  });
});
