/** The process that takes mail for logins in. Any number of them may run. */
import { systemClock } from '../clock.ts';
import { readConfig } from '../config.ts';
import { createLogger } from '../logger.ts';
import { databaseCheck } from '../operations/checks.ts';
import { addPoolMetrics } from '../operations/process-metrics.ts';
import { requireSchema } from './require-schema.ts';
import { closeOnSignal, openService } from './service.ts';
import { startMail } from './start-mail.ts';
import { DEFAULT_OPERATIONS_PORTS, startOperations } from './start-operations.ts';

const config = readConfig();
const log = createLogger(config.logLevel, 'mail');
const operations = await startOperations(config, DEFAULT_OPERATIONS_PORTS.mail, log);
const service = await openService(config, systemClock, operations);
operations.readiness.require(databaseCheck(service.db));
addPoolMetrics(operations.registry, service.db);
await requireSchema(service.db);
if (service.mailDomain === null) log.warn('no login can be made: set MAIL_DOMAIN, for the API and workers too');
const mail = await startMail(config, service, log);
operations.readiness.require(...mail.checks);
operations.readiness.started();

closeOnSignal(log, async () => {
  operations.readiness.stopping();
  await mail.close();
  await service.close();
  await operations.close();
});
