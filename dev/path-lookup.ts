import { access, constants } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';

/** The environment that provisioning reads: PATH, HOME, XDG_CACHE_HOME, and what the programs it runs want. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The absolute path of an executable found on PATH, or undefined. */
export async function findOnPath(name: string, env: Environment): Promise<string | undefined> {
  for (const folder of (env['PATH'] ?? '').split(delimiter).filter(isAbsolute)) {
    const path = join(folder, name);
    if (await isExecutable(path)) return path;
  }
  return undefined;
}

/** Whether this user may execute the file. */
export async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
