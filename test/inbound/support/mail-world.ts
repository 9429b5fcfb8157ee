import { rm, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anyFreePort } from '../../../dev/ports.ts';
import type { Environment } from '../../../src/config.ts';
import { startMail } from '../../../src/main/start-mail.ts';
import type { EmailObject } from '../../../src/resources/email.ts';
import { provideLogin, type OpenLogin } from '../../../src/services/logins/provide-login.ts';
import { createReadyProject, expectStatus } from '../../support/factories.ts';
import { silent, startTestService, type TestService } from '../../support/service.ts';

/** The API and the door for mail, with an agency. */
export interface MailWorld {
  api: TestService;
  port: number;
  key: string;
  readKey: string;
  /** A listing of a new launched project with a login. */
  newLogin(): Promise<OpenLogin>;
  emails(login: OpenLogin): Promise<EmailObject[]>;
  close(): Promise<void>;
}

/** @param certificate to offer STARTTLS with */
export async function startMailWorld(
  settings: Environment = {},
  certificate?: { cert: string; key: string },
): Promise<MailWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'listing-inbound-'));
  const [cert, tlsKey] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  if (certificate) {
    await writeFile(cert, certificate.cert);
    await writeFile(tlsKey, certificate.key);
  }
  const port = await anyFreePort();
  const api = await startTestService({
    MAIL_DOMAIN: 'mail.service.example',
    INBOUND_MAIL_PORT: String(port),
    ...(certificate ? { INBOUND_MAIL_CERT: cert, INBOUND_MAIL_KEY: tlsKey } : {}),
    ...settings,
  });
  const mail = await startMail(api.config, api.service, silent);
  const { keys } = await api.newAgency();
  const key = keys.test.full;
  return {
    api,
    port,
    key,
    readKey: keys.test.read,
    async newLogin() {
      const { id } = await createReadyProject(api.call, key);
      expectStatus(await api.call('POST', `/projects/${id}/launch`, { key }), 200);
      const { body } = expectStatus(await api.call('GET', `/projects/${id}/listings?limit=1`, { key }), 200);
      return provideLogin(api.service, (body as { data: [{ id: string }] }).data[0].id);
    },
    async emails({ listing_id }) {
      const { body } = expectStatus(await api.call('GET', `/listings/${listing_id}/emails?limit=100`, { key }), 200);
      return (body as { data: EmailObject[] }).data;
    },
    async close() {
      await mail.close();
      await api.close();
      await rm(folder, { recursive: true });
    },
  };
}
