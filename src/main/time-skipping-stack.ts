import { randomBytes } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import type { ServerCertificate } from '../../dev/certificates.ts';
import { makeEphemeralFolder } from '../../dev/ephemeral-folder.ts';
import { startEphemeralPostgres } from '../../dev/ephemeral-postgres.ts';
import { anyFreePort, pickPort } from '../../dev/ports.ts';
import { provideTimeSkippingServer, startTimeSkippingServer } from '../../dev/time-skipping-server.ts';
import { readConfig, type Config, type DevConfig, type Environment } from '../config.ts';
import { issueCertificate } from '../demo/trust.ts';
import { EMBEDDED_MAIL_DOMAIN } from '../inbound-mail-config.ts';
import { describeUnsent, isOutboxAtRest } from '../outbox/at-rest.ts';
import { runSchedules } from '../temporal/schedules.ts';
import { createFollowingClock } from '../time-skipping/following-clock.ts';
import { timeSkippingRoutes } from '../time-skipping/routes.ts';
import { connectServerTime } from '../time-skipping/server-time.ts';
import { createSkipper } from '../time-skipping/skipper.ts';
import { createTimeGate } from '../time-skipping/time-gate.ts';
import { runService, type RunOptions } from './run-service.ts';
import type { Running, Service } from './service.ts';
import type { Operations } from './start-operations.ts';

const PREFIX = 'directory-listing-time-skipping-stack-';
/** Beside those of a stack that is kept, which may run at the same time. */
const DEFAULT_PORTS = { api: 3_100, mail: 2_625, operations: 9_564 };
/** What it is told by the environment. The rest is of its own: it must reach no database, bucket, mailbox or provider. */
const SETTINGS_KEPT = ['HOST', 'PUBLIC_URL', 'OPERATIONS_HOST', 'SIMULATION_PACE', 'LOG_LEVEL'];
const RECEIVER_HOST = 'receiver.localhost';

export interface TimeSkippingOptions extends Pick<RunOptions, 'log' | 'say' | 'workflowBundle'> {
  dev: DevConfig;
}

/** The whole service in memory, on a server whose time can be skipped. */
export interface TimeSkippingStack extends Running {
  config: Config;
  /** The environment of the operators' command that works on it. */
  settings: Environment;
  service: Service;
  operations: Operations;
  /** With this certificate a program of this machine receives webhooks, at any port of the host. */
  receiver: ServerCertificate & { host: string };
  /** Where mail to owners is put, as `.eml` files. */
  mailFolder: string;
}

/**
 * Starts a Postgres and a time-skipping server of its own, runs the service on them, and serves `POST /skip` and `GET /now`
 * on its operations port. Nothing is kept: what is started is stopped and removed by `close`, or when a later step fails, and
 * what killed ones left is cleared away first.
 */
export async function startTimeSkippingStack(options: TimeSkippingOptions): Promise<TimeSkippingStack> {
  const { dev, log, say } = options;
  const running: Running[] = [];
  const close = async () => {
    for (const part of running.toReversed()) await part.close();
  };
  try {
    const folder = await makeEphemeralFolder(PREFIX, removeFolder);
    running.push({ close: () => removeFolder(folder) });
    say('Starting PostgreSQL');
    const postgres = await startEphemeralPostgres();
    running.push({ close: () => postgres.stop() });
    const executable = await provideTimeSkippingServer(dev.env, say);
    say("Starting Temporal's time-skipping server");
    const temporal = await startTimeSkippingServer(executable, anyFreePort, dev.env);
    running.push({ close: () => temporal.stop() });
    const receiver = await provideReceiver(folder);
    const settings: Record<string, string | undefined> = {
      ...pick(dev.env, SETTINGS_KEPT),
      ...(await pickPorts(dev)),
      ...ownSettings(folder),
      ...(await outboundSettings(folder, dev.env)),
      DATABASE_URL: postgres.databaseUrl,
      TEMPORAL_ADDRESS: temporal.address,
    };
    const config = readConfig(settings);
    const { service, operations } = await runSkippable(config, options, running);
    log.info({ url: operations.url }, 'time can be skipped');
    settings.CLOCK_URL = `${operations.url}/now`;
    return { config, settings, service, operations, receiver, mailFolder: join(folder, 'mail'), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function runSkippable(config: Config, { log, say, workflowBundle }: TimeSkippingOptions, running: Running[]) {
  const time = await connectServerTime(config.temporalAddress);
  running.push(time);
  const connection = await Connection.connect({ address: config.temporalAddress });
  running.push(connection);
  const client = new Client({ connection, namespace: config.temporalNamespace });
  const clock = createFollowingClock();
  clock.follow(await time.now());
  const gate = createTimeGate({ time, clock, isAtRest: () => isOutboxAtRest(service.db) });
  const activityInterceptors = [gate.activityInterceptors];
  const { service, operations } = await runService(
    { config, log, say, clock, activityInterceptors, workflowBundle },
    running,
  );
  const skipper = createSkipper({
    gate,
    clock,
    runSchedules: () => runSchedules(client),
    describeUnsent: () => describeUnsent(service.db),
  });
  running.push(skipper);
  for (const route of timeSkippingRoutes(skipper, clock)) operations.add(route);
  return { service, operations };
}

async function pickPorts(dev: DevConfig): Promise<Environment> {
  const pick = async (set: number | undefined, preferred: number) =>
    String(await pickPort(set ?? preferred, set !== undefined));
  return {
    PORT: await pick(dev.port, DEFAULT_PORTS.api),
    INBOUND_MAIL_PORT: await pick(dev.inboundMailPort, DEFAULT_PORTS.mail),
    OPERATIONS_PORT: await pick(dev.operationsPort, DEFAULT_PORTS.operations),
  };
}

function ownSettings(folder: string): Environment {
  return {
    SECRET_KEY: randomBytes(32).toString('base64'),
    STORAGE_DIR: join(folder, 'storage'),
    MAIL_DIR: join(folder, 'mail'),
    MAIL_DOMAIN: EMBEDDED_MAIL_DOMAIN,
    RATING_PROVIDER: 'fixture',
  };
}

async function provideReceiver(folder: string): Promise<TimeSkippingStack['receiver']> {
  return { host: RECEIVER_HOST, ...(await issueCertificate(RECEIVER_HOST, join(folder, 'ca.pem'), new Date())) };
}

/** The receiver's, beside what the environment lets through and trusts. */
async function outboundSettings(folder: string, { OUTBOUND_ALLOW, OUTBOUND_CA }: Environment): Promise<Environment> {
  const caFile = join(folder, 'ca.pem');
  if (OUTBOUND_CA) await writeFile(caFile, await readFile(OUTBOUND_CA), { flag: 'a' });
  return { OUTBOUND_ALLOW: ['127.0.0.0/8', RECEIVER_HOST, OUTBOUND_ALLOW ?? ''].join(','), OUTBOUND_CA: caFile };
}

function pick(env: Environment, names: readonly string[]): Environment {
  return Object.fromEntries(names.map((name) => [name, env[name]]));
}

async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}
