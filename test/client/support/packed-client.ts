import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../../..');
const MODULES = join(ROOT, 'node_modules');

/** A project of a customer's, who has installed the client. */
export interface Consumer {
  folder: string;
  /** Type-checks a program as TypeScript does in a strict project; what it complains of, or nothing. */
  check(program: string): Promise<string>;
  /** Runs a program with Node; what it printed. */
  run(program: string, env: Record<string, string>): Promise<string>;
  remove(): Promise<void>;
}

/** What the registry would give, from where this project has it. */
const FROM_HERE = ['openapi-fetch', 'openapi-typescript-helpers', '@types/node', 'undici-types'];

/** Packs the client with npm and installs the package with npm, without a network, in an empty project. */
export async function installClient(): Promise<Consumer> {
  const folder = await mkdtemp(join(tmpdir(), 'listing-consumer-'));
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: join(ROOT, 'client') });
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ filename: string }];
  const dependencies = {
    'directory-listing-client': `file:${filename}`,
    ...Object.fromEntries(FROM_HERE.map((name) => [name, `file:${join(MODULES, name)}`])),
  };
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies }));
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund'], { cwd: folder });
  await writeFile(join(folder, 'tsconfig.json'), TSCONFIG);
  return {
    folder,
    async check(program) {
      await writeFile(join(folder, 'checked.ts'), program);
      return run(process.execPath, [join(MODULES, 'typescript/bin/tsc'), '-p', folder]).then(
        () => '',
        (failure: unknown) => (failure as { stdout: string }).stdout,
      );
    },
    async run(program, env) {
      await writeFile(join(folder, 'program.mjs'), program);
      return (await run(process.execPath, ['program.mjs'], { cwd: folder, env: { ...process.env, ...env } })).stdout;
    },
    remove: () => rm(folder, { recursive: true }),
  };
}

const TSCONFIG = JSON.stringify({
  compilerOptions: {
    target: 'es2022',
    lib: ['es2022'],
    module: 'nodenext',
    skipLibCheck: true,
    types: ['node'],
    strict: true,
    noEmit: true,
    preserveSymlinks: true,
  },
  files: ['checked.ts'],
});
