import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anyFreePort } from '../../../dev/ports.ts';
import { eventually } from '../../support/eventually.ts';
import { assertShown, firstMissingLine } from './match-output.ts';
import { projectFile, readSamples, type Sample } from './read-samples.ts';
import { openShell, type Shell, type Terminal } from './shell.ts';

/** The port that guides give a reader's own app. Here it is one that is free. */
const APP_PORT = '4000';

const CLIENT = 'directory-listing-client';

export interface Reader {
  /** What `.local/dev.json` holds. */
  devFile: unknown;
  env: NodeJS.ProcessEnv;
}

/**
 * Does what a guide says, from its first block to its last, in a folder that looks like a clone of the project, and
 * asserts that what comes out is what it shows. An id such as `prj_…` in a command stands for the last of its kind that was
 * printed, as it does for a reader.
 */
export async function runGuide(path: string, reader: Reader): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'listing-guide-'));
  await makeClone(folder, reader.devFile);
  const shell = await openShell(folder, reader.env);
  const guide = createGuide(folder, shell, String(await anyFreePort()));
  try {
    for (const sample of readSamples(path)) {
      await guide.take(sample).catch((error: unknown) => {
        throw new Error(`${sample.place}: ${(error as Error).message}\n${guide.said()}`, { cause: error });
      });
    }
  } finally {
    await shell.close();
    await rm(folder, { recursive: true });
  }
}

async function makeClone(folder: string, devFile: unknown): Promise<void> {
  const names = await readdir(projectFile('.'));
  for (const name of names.filter((each) => !each.startsWith('.') && each !== 'node_modules')) {
    await symlink(projectFile(name), join(folder, name));
  }
  await installPackages(join(folder, 'node_modules'));
  await mkdir(join(folder, '.local'));
  await writeFile(join(folder, '.local/dev.json'), JSON.stringify(devFile));
}

/** The project's packages, and its client as `npm install` would put it there. */
async function installPackages(folder: string): Promise<void> {
  await mkdir(join(folder, CLIENT), { recursive: true });
  for (const name of await readdir(projectFile('node_modules'))) {
    await symlink(projectFile(`node_modules/${name}`), join(folder, name));
  }
  // Its sources: a package made of them is the same, and takes seconds to compile.
  const description = { name: CLIENT, type: 'module', exports: './src/index.ts' };
  await writeFile(join(folder, CLIENT, 'package.json'), JSON.stringify(description));
  await symlink(projectFile('client/src'), join(folder, CLIENT, 'src'));
}

function createGuide(folder: string, shell: Shell, appPort: string) {
  const terminals = new Map<string, Terminal>();
  let printed = '';
  let everything = '';
  const keep = (text: string) => {
    printed = text;
    everything += `${text}\n`;
  };
  const filled = (text: string) =>
    fillIn(text, everything + [...terminals.values()].map((t) => t.printed()).join('\n'));
  const atAppPort = (text: string) => text.replaceAll(new RegExp(`\\b${APP_PORT}\\b`, 'g'), appPort);

  return {
    /** What the terminals say, for whoever reads a failure. */
    said: () => [printed, ...[...terminals].map(([name, t]) => `${name}: ${t.printed()}`)].join('\n').slice(-4_000),
    async take({ words, text, language }: Sample): Promise<void> {
      const file = words.get('file');
      const terminal = words.get('terminal');
      const of = words.get('of');
      if (file) await writeFile(join(folder, file), atAppPort(text));
      else if (terminal) terminals.set(terminal, await shell.start(atAppPort(filled(text))));
      else if (words.has('run')) keep(await shell.run(atAppPort(filled(text))));
      else if (words.has('output') && language === 'json') assertShown(JSON.parse(printed), JSON.parse(text));
      else if (words.has('output')) await shows(() => (of ? terminals.get(of)!.printed() : printed), atAppPort(text));
    },
  };
}

async function shows(read: () => string, shown: string): Promise<void> {
  await eventually('the lines', () => firstMissingLine(read(), shown) === undefined, 30_000).catch(() => {
    throw new Error(`this line is missing: ${firstMissingLine(read(), shown)}`);
  });
}

/** Puts in what a reader copies from an answer: `prj_…`, `whsec_…`, and `cursor=…`. */
function fillIn(text: string, printed: string): string {
  return text.replaceAll(/\b([a-z]+)_…|\bcursor=…/g, (placeholder, prefix?: string) => {
    const pattern = prefix === undefined ? /"next_cursor":"([^"]+)"/g : new RegExp(`\\b(${prefix}_[\\w+/=]{22,})`, 'g');
    const found = [...printed.matchAll(pattern)].at(-1)?.[1];
    if (found === undefined) throw new Error(`nothing was printed that ${placeholder} could stand for`);
    return prefix === undefined ? `cursor=${found}` : found;
  });
}
