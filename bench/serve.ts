import { anyFreePort } from '../dev/ports.ts';
import type { Child } from './child.ts';
import type { Setting } from './setting.ts';
import { until } from './until.ts';

/** A server in a process of its own. */
export interface Served {
  child: Child;
  /** Such as `http://127.0.0.1:3000`. */
  origin: string;
}

/** Starts a program that listens on `PORT`, and waits until it does. */
export async function serve(setting: Setting, program: string): Promise<Served> {
  const port = await anyFreePort();
  const child = setting.start(program, { PORT: String(port), OPERATIONS_PORT: '0' });
  const origin = `http://127.0.0.1:${port}`;
  await until(`${program} listens`, 50, () => isListening(origin));
  return { child, origin };
}

function isListening(origin: string): Promise<boolean> {
  return fetch(origin).then(
    async (response) => {
      await response.body?.cancel();
      return true;
    },
    () => false,
  );
}
