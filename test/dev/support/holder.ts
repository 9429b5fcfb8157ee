import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface Holder {
  /** What the program reported when its server was up. */
  report: string;
  /** Ends the program, not its server, as `kill -9` does. */
  kill(): Promise<void>;
}

/** Runs one of the `hold-` programs beside this file until it reports that its server is up. */
export async function holdServer(program: string, args: string[]): Promise<Holder> {
  const child = fork(fileURLToPath(new URL(program, import.meta.url)), args);
  const exit = once(child, 'exit');
  const failed = exit.then(() => Promise.reject(new Error(`${program} ended before its server was up.`)));
  const [report] = (await Promise.race([once(child, 'message'), failed])) as [string];
  failed.catch(() => undefined);
  return {
    report,
    async kill() {
      child.kill('SIGKILL');
      await exit;
    },
  };
}
