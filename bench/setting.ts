import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCertificateAuthority, type ServerCertificate } from '../dev/certificates.ts';
import { anyFreePort } from '../dev/ports.ts';
import { startPostgres } from '../dev/postgres.ts';
import { readConfig, type Environment } from '../src/config.ts';
import { openService, type Service } from '../src/main/service.ts';
import { startChild, type Child } from './child.ts';

const DAY_MS = 86_400_000;

/** Host names of the receiver: each is an origin of its own, so that endpoints do not share connections. */
export const RECEIVER_HOSTS = Array.from({ length: 10 }, (_, index) => `receiver-${index}.localhost`);

/** What the measurements have in common: a database, a service on it, and what the processes are told. */
export interface Setting {
  service: Service;
  /**
   * Starts a process on this database; it ends with the setting, if not before.
   *
   * @param program relative to this folder
   * @param settings beside the common ones
   */
  start(program: string, settings?: Environment): Child;
  certificate: ServerCertificate;
  postgresVersion: string;
  close(): Promise<void>;
}

/** Starts a PostgreSQL with its ordinary settings, so that commits wait for the disk, in a folder that goes with it. */
export async function openSetting(): Promise<Setting> {
  const folder = await mkdtemp(join(tmpdir(), 'listing-bench-'));
  await chmod(folder, 0o711); // for the account that root runs PostgreSQL under
  const log = () => undefined;
  const postgres = await startPostgres({
    folder: join(folder, 'postgres'),
    port: anyFreePort,
    database: 'bench',
    log,
  });
  const authority = await createCertificateAuthority('Bench authority', validity());
  const caFile = join(folder, 'ca.pem');
  await writeFile(caFile, authority.cert);
  const env = {
    DATABASE_URL: postgres.databaseUrl,
    TEMPORAL_ADDRESS: '127.0.0.1:1',
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    STORAGE_DIR: join(folder, 'storage'),
    OUTBOUND_ALLOW: ['127.0.0.0/8', ...RECEIVER_HOSTS].join(','),
    OUTBOUND_CA: caFile,
  };
  const children: Child[] = [];
  const service = await openService(readConfig(env));
  await service.db.migrate();
  const { rows } = await service.db.pool.query<{ server_version: string }>('show server_version');
  return {
    service,
    start(program, settings) {
      const child = startChild(program, { ...env, ...settings });
      children.push(child);
      return child;
    },
    certificate: await authority.issue(RECEIVER_HOSTS, validity()),
    postgresVersion: rows[0]!.server_version,
    async close() {
      await Promise.all(children.map((child) => child.close()));
      await service.close();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function validity() {
  const now = Date.now();
  return { notBefore: new Date(now - DAY_MS), notAfter: new Date(now + DAY_MS) };
}
