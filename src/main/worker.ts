/** The worker process. Any number of them may run. */
import { readConfig } from '../config.ts';
import { createLogger } from '../logger.ts';
import { sendTemporalLogTo } from '../temporal/log.ts';
import { databaseCheck } from '../operations/checks.ts';
import { closeOnSignal, openService } from './service.ts';
import { DEFAULT_OPERATIONS_PORTS, startOperations } from './start-operations.ts';
import { startWorker } from './start-worker.ts';

const config = readConfig();
const log = createLogger(config.logLevel, 'worker');
sendTemporalLogTo(log);
const operations = await startOperations(config, DEFAULT_OPERATIONS_PORTS.worker, log);
const service = await openService(config);
operations.readiness.require(databaseCheck(service.db));
await service.db.migrate();
const worker = await startWorker(config, service, log);
operations.readiness.require(...worker.checks);
operations.readiness.started();

closeOnSignal(log, async () => {
  operations.readiness.stopping();
  await worker.close();
  await service.close();
  await operations.close();
});
