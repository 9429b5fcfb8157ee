/** Postgres with its write-ahead log archived, its base backups, and recovery to a moment, as docs/backup.md has them. */
import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { ensureDatabase } from '../../../dev/postgres-databases.ts';
import { initialiseCluster, locateCluster, startCluster, type Cluster } from '../../../dev/postgres-cluster.ts';
import { eventually } from '../../support/eventually.ts';

const run = promisify(execFile);

export interface ArchivedPostgres {
  databaseUrl: string;
  port: number;
  /** Copies the cluster's files while it works, as `pg_basebackup` does. */
  backUp(): Promise<void>;
  /** Resolves once the log up to now is in the archive. */
  archiveLog(): Promise<void>;
  /** Ends the server in the middle of whatever it does. */
  crash(): Promise<void>;
}

/** @param folder for the cluster, the backup and the archive; made by the caller */
export async function startArchivedPostgres(folder: string, port: number): Promise<ArchivedPostgres> {
  await chmod(folder, 0o711); // for the account that root runs PostgreSQL under
  const root = join(folder, 'first');
  const archive = join(folder, 'archive');
  for (const made of [root, archive]) await mkdir(made, { mode: 0o711 });
  const cluster = await locateCluster(root);
  await cluster.account.own(archive);
  await initialiseCluster(cluster, ['--no-instructions']);
  const command = `test ! -f ${archive}/%f && cp %p ${archive}/%f`;
  return serve(cluster, port, folder, ['wal_level=replica', 'archive_mode=on', `archive_command=${command}`]);
}

/**
 * Starts a new cluster from the base backup, with what the archive has of the time until the moment.
 *
 * @param name of the folder of the new cluster
 * @param moment as Postgres writes it
 */
export async function recoverPostgres(
  folder: string,
  name: string,
  moment: string,
  port: number,
): Promise<ArchivedPostgres> {
  const root = join(folder, name);
  await mkdir(root, { mode: 0o711 });
  await copyFile(join(folder, 'first/password'), join(root, 'password'));
  const cluster = await locateCluster(root);
  await mkdir(cluster.dataFolder, { mode: 0o700 });
  await cluster.account.own(cluster.dataFolder);
  await run('tar', ['--extract', '--same-permissions', '--file', join(folder, 'base.tar')], {
    cwd: cluster.dataFolder,
  });
  const files = { backup_label: await labelOf(folder), 'recovery.signal': '' };
  for (const [file, text] of Object.entries(files)) {
    await writeFile(join(cluster.dataFolder, file), text);
    await cluster.account.own(join(cluster.dataFolder, file));
  }
  return serve(cluster, port, folder, [
    'wal_level=replica',
    `restore_command=cp ${join(folder, 'archive')}/%f %p`,
    `recovery_target_time=${moment}`,
    'recovery_target_action=promote',
  ]);
}

async function serve(cluster: Cluster, port: number, folder: string, settings: string[]): Promise<ArchivedPostgres> {
  const { server, adminUrl } = await startCluster(cluster, port, ['max_connections=200', ...settings]);
  await eventually('the end of recovery', async () => {
    const [row] = await ask(adminUrl, 'select pg_is_in_recovery() as recovers');
    return row!.recovers === false;
  });
  return {
    databaseUrl: await ensureDatabase(adminUrl, 'listings'),
    port,
    async backUp() {
      const client = new pg.Client({ connectionString: adminUrl });
      await client.connect();
      await client.query(`select pg_backup_start('of the test', true)`);
      // 1 says that files changed or went away meanwhile, which the log makes good.
      const pack = `tar --create --file ../../base.tar --exclude './pg_wal/*' --exclude ./postmaster.pid . || [ $? -eq 1 ]`;
      await run('sh', ['-c', pack], { cwd: cluster.dataFolder });
      const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
      await writeFile(labelFile(folder), rows[0]!.labelfile);
      await client.end();
    },
    async archiveLog() {
      const [switched] = await ask(adminUrl, 'select pg_walfile_name(pg_switch_wal()) as file');
      await eventually('the log to be archived', async () => {
        const [row] = await ask(
          adminUrl,
          `select last_archived_wal >= '${switched!.file as string}' as is_done from pg_stat_archiver`,
        );
        return row!.is_done === true;
      });
    },
    async crash() {
      process.kill(server.pid, 'SIGQUIT');
      await server.stop();
    },
  };
}

const labelFile = (folder: string) => join(folder, 'backup_label');
const labelOf = (folder: string) => readFile(labelFile(folder), 'utf8');

async function ask(connectionString: string, query: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client
    .query<Record<string, unknown>>(query)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}
