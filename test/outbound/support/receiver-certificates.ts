import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { PemConverter, SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509';
import { createCertificateAuthority } from '../../../dev/certificates.ts';
import type { ServerCertificate } from '../../../dev/certificates.ts';
import { validFor } from './test-authority.ts';

/** Certificates of one host from an authority that its clients trust, and those that they must refuse. */
export interface ReceiverCertificates {
  /** PEM: the authority to trust. */
  ca: string;
  trusted: ServerCertificate;
  otherHost: ServerCertificate;
  expired: ServerCertificate;
  notYetValid: ServerCertificate;
  selfSigned: ServerCertificate;
  /** From an authority that nobody trusts. */
  stranger: ServerCertificate;
}

export async function issueReceiverCertificates(host: string): Promise<ReceiverCertificates> {
  const authority = await createCertificateAuthority('Test authority', validFor(-30, 30));
  const stranger = await createCertificateAuthority('Nobody', validFor(-30, 30));
  return {
    ca: authority.cert,
    trusted: await authority.issue([host], validFor(-1, 1)),
    otherHost: await authority.issue([`other-${host}`, '127.0.0.1'], validFor(-1, 1)),
    expired: await authority.issue([host], validFor(-20, -10)),
    notYetValid: await authority.issue([host], validFor(10, 20)),
    selfSigned: await signItself(host),
    stranger: await stranger.issue([host], validFor(-1, 1)),
  };
}

async function signItself(host: string): Promise<ServerCertificate> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    ...validFor(-1, 1),
    name: `CN=${host}`,
    keys,
    signingAlgorithm: algorithm,
    extensions: [new SubjectAlternativeNameExtension([{ type: 'dns', value: host }])],
  });
  const key = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return { cert: certificate.toString('pem'), key: PemConverter.encode(key, 'PRIVATE KEY') };
}
