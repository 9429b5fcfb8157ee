/** How an exchange over the network failed, in the terms of a webhook delivery's `last_attempt.error`. */
export type NetworkFault = 'timeout' | 'connection_failed' | 'tls_failed' | 'blocked_address';

/** The host is, or resolved to, an address that the policy does not permit. No connection was made. */
export class BlockedAddressError extends Error {
  override readonly name = 'BlockedAddressError';
  readonly hostname: string;
  readonly address: string;

  constructor(hostname: string, address: string) {
    super(`${hostname} leads to ${address}, which is not a public address`);
    this.hostname = hostname;
    this.address = address;
  }
}

/** Time ran out: for the connection, or for the exchange as a whole. */
export class NetworkTimeoutError extends Error {
  override readonly name = 'NetworkTimeoutError';
}

/** The TCP connection stood, but no trusted TLS session came about. `cause` says why. */
export class TlsHandshakeError extends Error {
  override readonly name = 'TlsHandshakeError';
}

/**
 * Sorts whatever a connection attempt or an HTTP exchange threw. `connection_failed` covers names that do not resolve,
 * refused and broken connections, and answers that are not HTTP.
 */
export function networkFault(error: unknown): NetworkFault {
  if (error instanceof BlockedAddressError) return 'blocked_address';
  if (error instanceof NetworkTimeoutError) return 'timeout';
  if (error instanceof TlsHandshakeError) return 'tls_failed';
  const code = errorCode(error);
  if (code === 'ETIMEDOUT') return 'timeout';
  return code.startsWith('ERR_SSL_') ? 'tls_failed' : 'connection_failed';
}

/** Whether the resolver said that a host has no address, as opposed to saying nothing. */
export function isUnknownHost(error: unknown): boolean {
  return errorCode(error) === 'ENOTFOUND';
}

/** The `code` that Node gives an error, or an empty string. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
