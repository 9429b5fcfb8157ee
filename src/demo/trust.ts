import { writeFile } from 'node:fs/promises';
import { createCertificateAuthority, type ServerCertificate } from '../../dev/certificates.ts';

const DAY_MS = 86_400_000;
const VALID_DAYS = 7;

/**
 * Makes a certificate for a host of this machine.
 *
 * @param caFile where the certificate of its authority, which clients have to trust, is written
 */
export async function issueCertificate(host: string, caFile: string, now: Date): Promise<ServerCertificate> {
  const validity = {
    notBefore: new Date(now.getTime() - DAY_MS),
    notAfter: new Date(now.getTime() + VALID_DAYS * DAY_MS),
  };
  const authority = await createCertificateAuthority('Demo authority', validity);
  await writeFile(caFile, authority.cert);
  return authority.issue([host], validity);
}
