import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { startMailServer } from '../inbound/mail-server.ts';
import { listeningCheck } from '../operations/checks.ts';
import type { CheckedPart, Service } from './service.ts';

/** Takes mail for logins in until it is closed. */
export async function startMail({ inboundMail }: Config, service: Service, log: Logger): Promise<CheckedPart> {
  const server = await startMailServer(service, inboundMail, log);
  const { host, tls } = inboundMail;
  log.info({ host, port: server.port, starttls: tls !== null, domain: service.mailDomain }, 'mail comes in');
  return { checks: [listeningCheck('mail', server)], close: () => server.close() };
}
