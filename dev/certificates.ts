import 'reflect-metadata';
import { isIP } from 'node:net';
import { webcrypto } from 'node:crypto';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

/** The time in which a certificate is valid. */
export interface Validity {
  notBefore: Date;
  notAfter: Date;
}

/** A certificate and its private key, both PEM, as `tls.createServer` takes them. */
export interface ServerCertificate {
  cert: string;
  key: string;
}

export interface CertificateAuthority {
  /** PEM: what clients have to trust. */
  cert: string;
  /** Issues a certificate for host names and addresses. */
  issue(names: readonly string[], validity: Validity): Promise<ServerCertificate>;
}

const KEY_ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' };
const SIGNING_ALGORITHM = { name: 'ECDSA', hash: 'SHA-256' };

/** Creates a certificate authority with a fresh key, for servers of development and tests. The key stays in memory. */
export async function createCertificateAuthority(name: string, validity: Validity): Promise<CertificateAuthority> {
  const keys = await generateKeys();
  const issuer = `CN=${name}`;
  const certificate = await X509CertificateGenerator.createSelfSigned({
    ...validity,
    name: issuer,
    keys,
    signingAlgorithm: SIGNING_ALGORITHM,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return {
    cert: certificate.toString('pem'),
    issue: (names, serverValidity) => issueServerCertificate({ issuer, issuerKeys: keys }, names, serverValidity),
  };
}

async function issueServerCertificate(
  { issuer, issuerKeys }: { issuer: string; issuerKeys: CryptoKeyPair },
  names: readonly string[],
  validity: Validity,
): Promise<ServerCertificate> {
  const keys = await generateKeys();
  const certificate = await X509CertificateGenerator.create({
    ...validity,
    subject: `CN=${names[0] ?? ''}`,
    issuer,
    publicKey: keys.publicKey,
    signingKey: issuerKeys.privateKey,
    signingAlgorithm: SIGNING_ALGORITHM,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension(
        names.map((value) => ({ type: isIP(value) === 0 ? ('dns' as const) : ('ip' as const), value })),
      ),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      await AuthorityKeyIdentifierExtension.create(issuerKeys.publicKey),
    ],
  });
  return { cert: certificate.toString('pem'), key: await exportPrivateKey(keys.privateKey) };
}

type CryptoKey = webcrypto.CryptoKey;
type CryptoKeyPair = webcrypto.CryptoKeyPair;

function generateKeys(): Promise<CryptoKeyPair> {
  return webcrypto.subtle.generateKey(KEY_ALGORITHM, true, ['sign', 'verify']);
}

async function exportPrivateKey(key: CryptoKey): Promise<string> {
  return PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY');
}
