/** The worker process. Any number of them may run. */
import { readConfig } from '../config.ts';
import { createLogger } from '../logger.ts';
import { sendTemporalLogTo } from '../temporal/log.ts';
import { requireSchema } from './require-schema.ts';
import { closeOnSignal, openService } from './service.ts';
import { startWorker } from './start-worker.ts';

const config = readConfig();
const log = createLogger(config.logLevel, 'worker');
sendTemporalLogTo(log);
const service = await openService(config);
await requireSchema(service.db);
const worker = await startWorker(config, service, log);

closeOnSignal(log, async () => {
  await worker.close();
  await service.close();
});
