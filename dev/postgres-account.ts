import { execFile } from 'node:child_process';
import { chown } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ACCOUNT = 'postgres';

/** How to run a PostgreSQL program: fields for `spawn`. */
export interface PostgresLaunch {
  command: string;
  args: string[];
  uid?: number;
  gid?: number;
}

/** The account PostgreSQL runs under: this process' own, or, as the server refuses root, `postgres` instead of root. */
export interface PostgresAccount {
  launch(program: string, args: string[]): PostgresLaunch;
  /** Makes the account the owner of a path. */
  own(path: string): Promise<void>;
}

/**
 * Finds, or as root makes, the account to run PostgreSQL under.
 *
 * @param paths what the account must reach; in a folder private to root, such as root's home, it gets the capability to
 * @throws Error when root can neither find nor make the account
 */
export async function postgresAccount(paths: string[]): Promise<PostgresAccount> {
  if (process.getuid?.() !== 0) {
    return { launch: (command, args) => ({ command, args }), own: () => Promise.resolve() };
  }
  const { uid, gid } = await findOrMakeAccount();
  const own = (path: string) => chown(path, uid, gid);
  const reachable = await Promise.all(paths.map((path) => canReach(path, uid, gid)));
  if (reachable.every(Boolean)) return { launch: (command, args) => ({ command, args, uid, gid }), own };
  return { launch: (program, args) => launchPrivileged(program, args, uid, gid), own };
}

/** Keeps the pid: setpriv replaces itself by the program. Without the secure bit access(2) ignores the capability. */
function launchPrivileged(program: string, args: string[], uid: number, gid: number): PostgresLaunch {
  const capability = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--securebits=+no_setuid_fixup'];
  return {
    command: 'setpriv',
    args: [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...capability, '--', program, ...args],
  };
}

async function findOrMakeAccount(): Promise<{ uid: number; gid: number }> {
  try {
    return await findAccount();
  } catch {
    try {
      await run('useradd', ['--system', '--user-group', '--no-create-home', ACCOUNT]);
      return await findAccount();
    } catch (cause) {
      throw new Error(`PostgreSQL refuses to run as root. Make a user "${ACCOUNT}", or run as a normal user.`, {
        cause,
      });
    }
  }
}

async function findAccount(): Promise<{ uid: number; gid: number }> {
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, ACCOUNT])).stdout)),
  );
  return { uid: uid as number, gid: gid as number };
}

async function canReach(path: string, uid: number, gid: number): Promise<boolean> {
  return run('test', ['-x', path], { uid, gid }).then(
    () => true,
    () => false,
  );
}
