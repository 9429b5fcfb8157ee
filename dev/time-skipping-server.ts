import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Connection } from '@temporalio/client';
import { provideTool } from './cached-tool.ts';
import { startServer } from './children.ts';
import { makeEphemeralFolder } from './ephemeral-folder.ts';
import { stopLeftovers } from './leftovers.ts';
import { findOnPath, type Environment } from './path-lookup.ts';
import type { PickPort } from './ports.ts';
import { findProcess, type RunningProcess } from './process-table.ts';
import { runProvisioner } from './provision-command.ts';
import { downloadWithSdk } from './sdk-download.ts';

const VERSION = '1.38.0';
const EXECUTABLE = 'temporal-test-server';

const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>local</groupId>
  <artifactId>${EXECUTABLE}</artifactId>
  <version>${VERSION}</version>
  <dependencies>
    <dependency>
      <groupId>io.temporal</groupId>
      <artifactId>temporal-test-server</artifactId>
      <version>${VERSION}</version>
    </dependency>
  </dependencies>
</project>
`;

const LAUNCHER = `#!/bin/sh
exec java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp "$(dirname "$0")/lib/*" io.temporal.testserver.TestServer "$@"
`;

/** A busy machine takes long to start a Java process. */
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 5_000;
/** It keeps nothing, and would take seconds to end in order. */
const STOP_SIGNAL = 'SIGKILL';
const PROBE_TIMEOUT_MS = 2_000;

const PREFIX = 'directory-listing-time-skipping-server-';

/**
 * Starts a time-skipping server of its own, in memory, and waits until it answers. Those that killed processes left running
 * are stopped.
 *
 * @param port picks its loopback port
 * @param env of its process, which finds Java by it
 * @returns its host:port, and what ends it
 */
export async function startTimeSkippingServer(
  executable: string,
  port: PickPort,
  env: Environment,
): Promise<{ address: string; stop(): Promise<void> }> {
  const folder = await makeEphemeralFolder(PREFIX, stopAbandoned);
  const chosen = await port();
  const address = `127.0.0.1:${chosen}`;
  const server = await startServer({
    name: 'The time-skipping server',
    command: executable,
    args: [String(chosen)],
    env,
    logFile: join(folder, 'server.log'),
    stopSignal: STOP_SIGNAL,
    stopTimeoutMs: STOP_TIMEOUT_MS,
  });
  const stop = async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  };
  try {
    await writeFile(processFile(folder), JSON.stringify(await findProcess(server.pid)));
    await server.waitUntil(() => probe(address), START_TIMEOUT_MS);
    return { address, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Its command line names no folder, so it is told by its process. */
async function stopAbandoned(folder: string): Promise<void> {
  const text = await readFile(processFile(folder), 'utf8').catch(() => '{}');
  const left = JSON.parse(text) as Partial<RunningProcess>;
  await stopLeftovers({
    name: 'The time-skipping server',
    isOurs: ({ pid, startedAt }) => pid === left.pid && startedAt === left.startedAt,
    signal: STOP_SIGNAL,
    timeoutMs: STOP_TIMEOUT_MS,
    log: () => undefined,
  });
  await rm(folder, { recursive: true, force: true });
}

function processFile(folder: string): string {
  return join(folder, 'process.json');
}

async function probe(address: string): Promise<void> {
  const connection = await Connection.connect({ address, connectTimeout: PROBE_TIMEOUT_MS });
  await connection.close();
}

/**
 * The path of Temporal's time-skipping test server in the user's cache, where it is put when missing.
 *
 * @param log told what is being done while it takes time
 * @throws AggregateError saying what to install when it cannot be had
 */
export async function provideTimeSkippingServer(env: Environment, log: (message: string) => void): Promise<string> {
  const tool = {
    folderName: `temporal-test-server-${VERSION}`,
    executable: EXECUTABLE,
    sources: [
      {
        announcement: `Downloading Temporal's time-skipping test server ${VERSION}, once.`,
        fetchInto: (folder: string) =>
          downloadWithSdk({ server: 'time-skipping', version: `v${VERSION}`, folder, executable: EXECUTABLE }, env),
      },
      {
        announcement: `Fetching Temporal's time-skipping test server ${VERSION} with Maven, once.`,
        fetchInto: (folder: string) => fetchWithMaven(folder, env),
      },
    ],
    remedy: 'Install Java and Maven ("java" and "mvn" on PATH).',
  };
  return provideTool(tool, env, log);
}

async function fetchWithMaven(folder: string, env: Environment): Promise<void> {
  if ((await findOnPath('java', env)) === undefined) throw new Error('"java" is not on PATH.');
  const pom = join(folder, 'pom.xml');
  await writeFile(pom, POM);
  const output = `-DoutputDirectory=${join(folder, 'lib')}`;
  await runProvisioner('mvn', ['-B', '-q', '-f', pom, 'dependency:copy-dependencies', output], env);
  await rm(pom);
  await writeFile(join(folder, EXECUTABLE), LAUNCHER);
}
