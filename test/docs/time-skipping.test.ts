import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { access, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { serveTimeSkipping } from '../../src/main/serve-time-skipping.ts';
import { skippableOptions } from '../time-skipping/support/skippable.ts';

const PAGE = fileURLToPath(new URL('../../docs/time-skipping.md', import.meta.url));
const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));
const MOCHA = createRequire(import.meta.url).resolve('mocha/bin/mocha.js');

describe('docs/time-skipping.md', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'listing-sample-'));
    await symlink(MODULES, join(folder, 'node_modules'));
  });
  after(() => rm(folder, { recursive: true }));

  it('has a test that passes, on a stack that leaves nothing', async () => {
    const stackFile = join(folder, 'stack.json');
    const sample = join(folder, 'time-skipping.test.mjs');
    await writeFile(sample, await readSample());
    const served = await serveTimeSkipping(stackFile, await skippableOptions());
    const { mail_folder } = JSON.parse(await readFile(stackFile, 'utf8')) as { mail_folder: string };
    try {
      const args = [MOCHA, '--no-config', '--timeout', '60000', '--reporter', 'json', sample];
      const env = { ...process.env, STACK_FILE: stackFile };
      const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, env }).catch(
        (error: unknown) => error as { stdout: string },
      );
      const { stats, failures } = JSON.parse(stdout) as { stats: { passes: number }; failures: unknown[] };
      assert.deepEqual(failures, []);
      assert.equal(stats.passes, 4);
    } finally {
      await served.close();
    }
    await assert.rejects(access(stackFile), { code: 'ENOENT' });
    await assert.rejects(access(join(mail_folder, '..')), { code: 'ENOENT' });
  });
});

async function readSample(): Promise<string> {
  const [, sample] = /^```js file=time-skipping\.test\.mjs\n([^]*?)^```$/m.exec(await readFile(PAGE, 'utf8')) ?? [];
  assert.ok(sample, 'the page has no sample');
  return sample;
}
