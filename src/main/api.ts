/** The API process. Any number of them may run. */
import { systemClock } from '../clock.ts';
import { readConfig } from '../config.ts';
import { createLogger } from '../logger.ts';
import { databaseCheck } from '../operations/checks.ts';
import { addPoolMetrics } from '../operations/process-metrics.ts';
import { requireSchema } from './require-schema.ts';
import { closeOnSignal, openService } from './service.ts';
import { startApi } from './start-api.ts';
import { DEFAULT_OPERATIONS_PORTS, startOperations } from './start-operations.ts';

const config = readConfig();
const log = createLogger(config.logLevel, 'api');
const operations = await startOperations(config, DEFAULT_OPERATIONS_PORTS.api, log);
const service = await openService(config, systemClock, operations);
operations.readiness.require(databaseCheck(service.db));
addPoolMetrics(operations.registry, service.db);
await requireSchema(service.db);
const api = await startApi(config, service, log);
operations.readiness.require(...api.checks);
operations.readiness.started();

const close = async () => {
  operations.readiness.stopping();
  await api.close();
  await service.close();
  await operations.close();
};
closeOnSignal(log, close, config.shutdownDelayMs);
