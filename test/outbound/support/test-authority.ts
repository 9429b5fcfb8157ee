import { createCertificateAuthority } from '../../../dev/certificates.ts';
import type { Validity } from '../../../dev/certificates.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** A validity that starts and ends so many days from now. */
export function validFor(fromDays: number, toDays: number): Validity {
  const now = Date.now();
  return { notBefore: new Date(now + fromDays * DAY_MS), notAfter: new Date(now + toDays * DAY_MS) };
}

/** A fresh authority, and a certificate for a host and 127.0.0.1 from it. */
export async function createTestAuthority(host = 'receiver.test') {
  const authority = await createCertificateAuthority('Test authority', validFor(-30, 30));
  const receiver = await authority.issue([host, '127.0.0.1'], validFor(-1, 1));
  return { authority, receiver };
}
