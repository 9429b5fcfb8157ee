import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { eventually } from '../../support/eventually.ts';
import { compileCache } from '../../support/compile-cache.ts';

const LISTEN = fileURLToPath(new URL('../../../src/main/listen.ts', import.meta.url));

export interface Ended {
  exitCode: number | null;
  stderr: string;
}

/** The developers' command in a process of its own, in which no other setting is known. */
export interface Listening {
  /** What it has printed so far, line by line. */
  lines: string[];
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read what they expect
  objects(kind: string): any[];
  /** Resolves when `--json` has told this kind of object so often. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as above
  told(kind: string, times?: number): Promise<any[]>;
  /** Sends Ctrl-C and waits for the end. */
  interrupt(): Promise<Ended>;
  ended: Promise<Ended>;
}

/** @param apiKey put into the environment, unless undefined */
export function startListening(apiKey: string | undefined, ...args: string[]): Listening {
  const child = spawn(process.execPath, [LISTEN, ...args], {
    env: { ...compileCache, ...(apiKey === undefined ? {} : { API_KEY: apiKey }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  const stderr = text(child.stderr);
  const ended = once(child, 'close').then(async ([exitCode]) => ({
    exitCode: exitCode as number | null,
    stderr: await stderr,
  }));
  running.add(child);
  child.on('close', () => running.delete(child));

  const objects = (kind: string) =>
    lines.map((line) => JSON.parse(line) as { object: string }).filter(({ object }) => object === kind);
  return {
    lines,
    objects,
    ended,
    async told(kind, times = 1) {
      try {
        return await eventually(`${kind} ${times} times`, () => objects(kind).length >= times && objects(kind));
      } catch (error) {
        throw new Error(`it told only:\n${lines.join('\n')}`, { cause: error });
      }
    },
    interrupt() {
      child.kill('SIGINT');
      return ended;
    },
  };
}

const running = new Set<ReturnType<typeof spawn>>();

/** Ends what a failed test left behind. */
export function killListening(): void {
  for (const child of running) child.kill('SIGKILL');
}
