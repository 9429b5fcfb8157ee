/** The process that takes mail for logins in. Any number of them may run. */
import { readConfig } from '../config.ts';
import { createLogger } from '../logger.ts';
import { requireSchema } from './require-schema.ts';
import { closeOnSignal, openService } from './service.ts';
import { startMail } from './start-mail.ts';

const config = readConfig();
const log = createLogger(config.logLevel, 'mail');
const service = await openService(config);
await requireSchema(service.db);
if (service.mailDomain === null) log.warn('no login can be made: set MAIL_DOMAIN, for the API and workers too');
const mail = await startMail(config, service, log);

closeOnSignal(log, async () => {
  await mail.close();
  await service.close();
});
