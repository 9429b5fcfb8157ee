import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listProcesses, type RunningProcess } from '../../../dev/process-table.ts';
import { compileCache } from '../../support/compile-cache.ts';
import { eventually } from '../../support/eventually.ts';
import { freePorts } from './skippable.ts';

/** `npm start -- --time-skipping` in a process of its own. */
export interface StackCommand {
  /** Where it says where it is. */
  file: string;
  /** Resolves when it has said this. */
  says(text: string): Promise<void>;
  /** @returns how it exited */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

const DEV = fileURLToPath(new URL('../../../src/main/dev.ts', import.meta.url));

/** @param folder for temporary files and for its file, which may be shared */
export async function startStackCommand(folder: string, name: string): Promise<StackCommand> {
  const file = join(folder, `${name}.json`);
  const settings = { TMPDIR: folder, STACK_FILE: file, ...compileCache, ...(await freePorts()) };
  const child: ChildProcess = spawn(process.execPath, [DEV, '--time-skipping'], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  let said = '';
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  }
  return {
    file,
    async says(text) {
      await eventually(text, () => {
        if (child.exitCode !== null) throw new Error(`it ended:\n${said}`);
        return said.includes(text);
      });
    },
    async end(signal) {
      child.kill(signal);
      const [code] = await exited;
      return code;
    },
  };
}

/** What stacks have put in a folder, and the servers that run on it. */
export async function stacksIn(folder: string): Promise<{ names: string[]; servers: RunningProcess[] }> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('directory-listing-')).toSorted();
  const notes = await Promise.all(
    names.map((name) => readFile(join(folder, name, 'process.json'), 'utf8').catch(() => '{}')),
  );
  const noted = notes.map((note) => JSON.parse(note) as Partial<RunningProcess>);
  const isServer = ({ pid, startedAt, command }: RunningProcess) =>
    command.includes(`postgres -D ${folder}/`) ||
    noted.some((note) => note.pid === pid && note.startedAt === startedAt);
  return { names, servers: (await listProcesses()).filter(isServer) };
}
