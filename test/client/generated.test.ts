import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');

describe('what the client is generated from the API', () => {
  const check = (folder: string) =>
    run(process.execPath, [join(ROOT, 'dev/openapi/generate.ts'), '--check'], { cwd: folder });

  it('is as the API is now', async () => {
    await check(ROOT).catch((error: unknown) => assert.fail((error as { stderr: string }).stderr));
  });

  it('is said to be stale where it is', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'listing-generated-'));
    try {
      await assert.rejects(check(folder), /client\/src\/schema\.ts and client\/src\/keyed-paths\.ts do not match/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
