/** The baseline of workflows: each of one local activity that does nothing, on a worker set as the service's. */
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { Client, Connection, type WorkflowHandle } from '@temporalio/client';
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Worker } from '@temporalio/worker';
import { readConfig } from '../src/config.ts';
import { createLogger } from '../src/logger.ts';
import { installTemporalRuntime } from '../src/temporal/runtime.ts';
import { answerParent } from './child.ts';
import type { BareRun } from './temporal.ts';

const TASK_QUEUE = 'bare';
/** As many as the relay hands to Temporal at once. */
const STARTS_AT_ONCE = 20;

const config = readConfig();
installTemporalRuntime(createLogger(config.logLevel, 'bare-temporal-worker'), null);
const address = config.temporalAddress;
const client = new Client({ connection: await Connection.connect({ address }), namespace: config.temporalNamespace });
let acted: () => void = () => undefined;
const worker = await Worker.create({
  connection: await NativeConnection.connect({ address }),
  namespace: config.temporalNamespace,
  taskQueue: TASK_QUEUE,
  workflowBundle: await bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL('./bare-workflow.ts', import.meta.url)),
    logger: new DefaultLogger('WARN'),
  }),
  activities: { act: () => Promise.resolve(acted()) },
  maxConcurrentActivityTaskExecutions: Math.floor(config.databasePoolSize / 4),
  maxConcurrentLocalActivityExecutions: Math.floor(config.databasePoolSize / 2),
});
void worker.run();

answerParent(async (workflows: number): Promise<BareRun> => {
  const startedAt = performance.now();
  const { promise: allActed, resolve } = Promise.withResolvers<null>();
  let left = workflows;
  acted = () => {
    if (--left === 0) resolve(null);
  };
  const last = await startWorkflows(workflows);
  await allActed;
  await last.result();
  const seconds = (performance.now() - startedAt) / 1_000;
  const { historyLength } = await last.describe();
  return { seconds, events: historyLength };
});

/** @returns the one that was started last */
async function startWorkflows(workflows: number): Promise<WorkflowHandle> {
  let left = workflows;
  let last: WorkflowHandle | undefined;
  const start = async () => {
    while (left-- > 0) last = await client.workflow.start('bare', { taskQueue: TASK_QUEUE, workflowId: randomUUID() });
  };
  await Promise.all(Array.from({ length: STARTS_AT_ONCE }, start));
  return last!;
}
