import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import type { WorkflowBundle } from '@temporalio/worker';
import { anyFreePort } from '../../dev/ports.ts';
import { provideTemporalCli } from '../../dev/temporal-cli.ts';
import { startTemporalServer, type TemporalServer } from '../../dev/temporal-server.ts';
import { provideTimeSkippingServer, startTimeSkippingServer } from '../../dev/time-skipping-server.ts';
import type { Environment } from '../../src/config.ts';
import type { Running, Watch } from '../../src/main/service.ts';
import { startWorker } from '../../src/main/start-worker.ts';
import { bundleWorkflows } from '../../src/main/workflow-bundle.ts';
import { searchAttributes } from '../../workflows/search-attributes.ts';
import { quietTemporal } from './temporal-runtime.ts';
import { silent, startTestService, type TestService } from './service.ts';

let bundle: Promise<WorkflowBundle> | undefined;

/** The workflow code, bundled once for the run. */
export function workflowBundle(): Promise<WorkflowBundle> {
  quietTemporal();
  return (bundle ??= bundleWorkflows());
}

/** The whole service with a worker in this process, which a test may replace. */
export interface TestStack extends TestService {
  worker: Running;
}

/**
 * @param temporalAddress of a server that this stack has to itself
 * @param watch who hears and traces what it does; nobody when absent
 */
export async function startTestStack(
  temporalAddress: string,
  settings: Environment = {},
  watch?: Watch,
): Promise<TestStack> {
  const api = await startTestService({ TEMPORAL_ADDRESS: temporalAddress, ...settings }, silent, watch);
  const worker = await startWorker(api.config, api.service, silent, await workflowBundle());
  const stack: TestStack = {
    ...api,
    worker,
    async close() {
      await stack.worker.close();
      await api.close();
    },
  };
  return stack;
}

/** A time-skipping server: waits of hours pass at once, while `env.sleep()` or a `result()` is awaited. */
export async function startTimeSkipping(): Promise<TestWorkflowEnvironment> {
  quietTemporal();
  const executable = await provideTimeSkippingServer(process.env, () => undefined);
  const server = await startTimeSkippingServer(executable, anyFreePort, process.env);
  const env = await connectEnvironment({
    server: { type: 'existing' },
    address: server.address,
    namespace: 'default',
    supportsTimeSkipping: true,
  });
  const teardown = env.teardown.bind(env);
  env.teardown = async () => {
    await teardown();
    await server.stop();
  };
  return env;
}

/**
 * What all of the SDK's ways to make an environment end in; it alone takes a time-skipping server that runs already. The
 * SDK's own start gives the server 5 seconds, which a busy machine needs to start Java.
 */
function connectEnvironment(options: object): Promise<TestWorkflowEnvironment> {
  const { create } = TestWorkflowEnvironment as unknown as { create: typeof connectEnvironment };
  return create.call(TestWorkflowEnvironment, options);
}

/** A development server of its own, in memory. */
export async function startDevServer(): Promise<TemporalServer> {
  const folder = await mkdtemp(join(tmpdir(), 'listing-temporal-'));
  const server = await startTemporalServer({
    executable: await provideTemporalCli(process.env, () => undefined),
    folder,
    persistent: false,
    port: anyFreePort,
    uiPort: anyFreePort,
    searchAttributes: Object.values(searchAttributes),
    log: () => undefined,
  });
  return {
    ...server,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true });
    },
  };
}
