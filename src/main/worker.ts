/** The worker process. Any number of them may run. */
import { systemClock } from '../clock.ts';
import { readConfig } from '../config.ts';
import { createLogger } from '../logger.ts';
import { installTemporalRuntime } from '../temporal/runtime.ts';
import { databaseCheck } from '../operations/checks.ts';
import { addBacklogMetrics } from '../operations/backlog-metrics.ts';
import { addPoolMetrics } from '../operations/process-metrics.ts';
import { freeLoopbackPort } from '../operations/sdk-metrics.ts';
import { requireSchema } from './require-schema.ts';
import { closeOnSignal, openService } from './service.ts';
import { DEFAULT_OPERATIONS_PORTS, startOperations } from './start-operations.ts';
import { startWorker } from './start-worker.ts';

const config = readConfig();
const log = createLogger(config.logLevel, 'worker');
const sdkMetricsPort = await freeLoopbackPort();
installTemporalRuntime(log, sdkMetricsPort);
const operations = await startOperations(config, DEFAULT_OPERATIONS_PORTS.worker, log, sdkMetricsPort);
const service = await openService(config, systemClock, operations);
operations.readiness.require(databaseCheck(service.db));
addPoolMetrics(operations.registry, service.db);
await requireSchema(service.db);
const worker = await startWorker(config, service, log);
operations.readiness.require(...worker.checks);
addBacklogMetrics(operations.registry, { ...service, countParked: worker.countParked });
operations.readiness.started();

closeOnSignal(log, async () => {
  operations.readiness.stopping();
  await worker.close();
  await service.close();
  await operations.close();
});
