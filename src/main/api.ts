/** The API process. Any number of them may run. */
import { readConfig } from '../config.ts';
import { createLogger } from '../logger.ts';
import { requireSchema } from './require-schema.ts';
import { closeOnSignal, openService } from './service.ts';
import { startApi } from './start-api.ts';

const config = readConfig();
const log = createLogger(config.logLevel, 'api');
const service = await openService(config);
await requireSchema(service.db);
const api = await startApi(config, service, log);

closeOnSignal(log, async () => {
  await api.close();
  await service.close();
});
