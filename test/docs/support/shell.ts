import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const LIMIT_MS = 60_000;

/** A terminal with a command that goes on. */
export interface Terminal {
  /** What it has printed so far. */
  printed(): string;
}

/** A reader's shell: what one block sets, the next has. */
export interface Shell {
  /**
   * Runs a block to its end.
   *
   * @returns what it printed
   * @throws Error when a command of it fails
   */
  run(script: string): Promise<string>;
  /** Starts a block in another terminal, with what was set so far. */
  start(script: string): Promise<Terminal>;
  /** Ends what still runs, as Ctrl-C does. */
  close(): Promise<void>;
}

/** @param env the whole environment */
export async function openShell(folder: string, env: NodeJS.ProcessEnv): Promise<Shell> {
  const variables = join(folder, '.variables.sh');
  await writeFile(variables, '');
  const running = new Set<ChildProcess>();
  let blocks = 0;

  async function spawnBlock(script: string, last: string) {
    const file = join(folder, `.block-${++blocks}.sh`);
    await writeFile(file, script);
    const child = spawn('bash', ['-euac', `set -o pipefail; . ${variables}; . ${file}; ${last}`], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    running.add(child);
    const ended = once(child, 'close').then(([status]) => {
      running.delete(child);
      return status as number | null;
    });
    const texts = { out: '', all: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      texts.out += text;
      texts.all += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => (texts.all += text));
    return { child, ended, texts };
  }

  return {
    async run(script) {
      const { child, ended, texts } = await spawnBlock(
        script,
        `export -p | grep -v '^declare -[a-z]*r' > ${variables}`,
      );
      const timer = setTimeout(() => signal(child, 'SIGKILL'), LIMIT_MS);
      const status = await ended;
      clearTimeout(timer);
      if (status !== 0) throw new Error(`the commands ended with status ${status}:\n${script}\n${texts.all}`);
      return texts.out;
    },
    async start(script) {
      const { texts } = await spawnBlock(script, ':');
      return { printed: () => texts.all };
    },
    async close() {
      const children = [...running];
      const ends = children.map((child) => once(child, 'close'));
      for (const child of children) signal(child, 'SIGTERM');
      await Promise.all(ends);
    },
  };
}

/** To the block's shell and all that it started, which are a process group of their own. */
function signal(child: ChildProcess, name: NodeJS.Signals): void {
  try {
    process.kill(-child.pid!, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
