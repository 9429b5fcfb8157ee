import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { projectFile, readSamples, type Sample } from './support/read-samples.ts';
import { typeErrors } from './support/type-errors.ts';

const run = promisify(execFile);
const GUIDE = 'docs/contributing.md';
const COPIED = ['src', 'test/support', 'dev', 'workflows', 'activities', 'catalog', 'package.json', 'tsconfig.json'];

describe('the guide for contributors', () => {
  let copy: string;
  const samples = readSamples(GUIDE).filter(({ words }) => words.has('file'));
  const files = [...new Set(samples.map(({ words }) => words.get('file')!))];

  before(async () => {
    copy = await mkdtemp(join(tmpdir(), 'listing-contribution-'));
    for (const name of COPIED) await cp(projectFile(name), join(copy, name), { recursive: true });
    await symlink(projectFile('node_modules'), join(copy, 'node_modules'));
    for (const sample of samples) await take(copy, sample);
  });
  after(() => rm(copy, { recursive: true }));

  it('adds an operation that compiles', () => {
    assert.deepEqual(typeErrors(copy, files), []);
  });

  it('adds an operation whose test passes', async () => {
    const tests = files.filter((file) => file.endsWith('.test.ts'));
    assert.equal(tests.length, 1);
    // With the Postgres of this run, so without the hooks that would start another.
    const mocha = join(copy, 'node_modules/mocha/bin/mocha.js');
    const { stdout } = await run(process.execPath, [mocha, '--no-config', '--timeout', '60000', '--exit', ...tests], {
      cwd: copy,
    }).catch((error: unknown) => assert.fail((error as { stdout: string }).stdout));
    assert.match(stdout, /1 passing/);
  });
});

async function take(folder: string, { language, words, text, place }: Sample): Promise<void> {
  const file = join(folder, words.get('file')!);
  if (language !== 'diff') {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    return;
  }
  let content = await readFile(file, 'utf8');
  for (const hunk of text.split(/^@@\n/m)) {
    const lines = hunk.split('\n').slice(0, -1);
    const side = (other: string) =>
      lines
        .filter((line) => !line.startsWith(other))
        .map((line) => `${line.slice(1)}\n`)
        .join('');
    const [before, after] = [side('+'), side('-')];
    assert.equal(content.split(`\n${before}`).length, 2, `${place}: these lines are not there once:\n${before}`);
    content = content.replace(`\n${before}`, () => `\n${after}`);
  }
  await writeFile(file, content);
}
