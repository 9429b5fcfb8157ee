import net from 'node:net';
import type { LookupFunction, Socket } from 'node:net';
import tls from 'node:tls';
import type { buildConnector } from 'undici';
import type { AddressPolicy } from './address-policy.ts';
import { addressLiteral } from './host-literals.ts';
import { BlockedAddressError, errorCode, NetworkTimeoutError, TlsHandshakeError } from './network-fault.ts';
import { createHostResolver } from './resolve-host.ts';
import type { ResolveHost } from './resolve-host.ts';

export interface ConnectorSettings {
  policy: AddressPolicy;
  /** Certificate authorities (PEM) trusted beside the default ones. */
  extraCa?: readonly string[];
  /** For DNS, TCP and TLS together. */
  connectTimeoutMs?: number;
  resolve?: ResolveHost;
}

const DEFAULT_CONNECT_TIMEOUT_MS = 5_000;
const TRY_NEXT_ADDRESS_AFTER_MS = 1_000;
const TCP_KEEP_ALIVE_DELAY_MS = 60_000;

/**
 * A connector for undici's dispatchers that connects to permitted addresses only. A name is resolved once for each
 * connection; one refused answer refuses the name, and the socket is given the very addresses that were checked, so that
 * DNS cannot change its mind in between. Proxies of the environment are not looked at. Fails with BlockedAddressError,
 * NetworkTimeoutError, TlsHandshakeError, or the socket's own error.
 */
export function createGuardedConnector(settings: ConnectorSettings): buildConnector.connector {
  const { policy, extraCa = [], connectTimeoutMs = DEFAULT_CONNECT_TIMEOUT_MS } = settings;
  const shared = {
    lookup: createGuardedLookup(policy, settings.resolve ?? createHostResolver()),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: TRY_NEXT_ADDRESS_AFTER_MS,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: TCP_KEEP_ALIVE_DELAY_MS,
  };
  const secureContext = createTrust(extraCa);

  return ({ hostname, port, protocol }, callback) => {
    // The socket asks `lookup` about names only.
    const literal = addressLiteral(hostname);
    if (literal !== null && !policy.permitsAddress(literal)) {
      queueMicrotask(() => callback(new BlockedAddressError(hostname, literal), null));
      return;
    }
    const isTls = protocol === 'https:';
    const target = { ...shared, host: hostname, port: Number(port) || (isTls ? 443 : 80) };
    const socket = isTls
      ? tls.connect({ ...target, secureContext, servername: serverName(hostname), ALPNProtocols: ['http/1.1'] })
      : net.connect(target);
    reportConnection(socket, { isTls, connectTimeoutMs }, callback);
  };
}

/**
 * Trusts these authorities beside the usual ones. To be built once, since reading some 140 certificates for each connection
 * would cost more than the connection.
 */
export function createTrust(extraCa: readonly string[]): tls.SecureContext {
  const needsList = extraCa.length > 0;
  return tls.createSecureContext(needsList ? { ca: [...tls.getCACertificates('default'), ...extraCa] } : {});
}

/** The socket's way to ask for addresses: it gets all of them checked, or an error. */
function createGuardedLookup(policy: AddressPolicy, resolve: ResolveHost): LookupFunction {
  const resolveChecked = async (hostname: string) => {
    const answers = await resolve(hostname);
    if (answers.length === 0) throw new Error(`${hostname} has no address`);
    const refused = answers.find(({ address }) => !policy.permitsAddress(address));
    if (refused !== undefined) throw new BlockedAddressError(hostname, refused.address);
    return [...answers];
  };
  return (hostname, _options, callback) => {
    resolveChecked(hostname).then(
      (answers) => callback(null, answers),
      (error: unknown) => callback(error as Error, []),
    );
  };
}

/** Calls back once: with the socket when it is ready for a request, or with the reason why it never will be. */
function reportConnection(
  socket: Socket,
  { isTls, connectTimeoutMs }: { isTls: boolean; connectTimeoutMs: number },
  callback: buildConnector.Callback,
): void {
  let isSettled = false;
  let isTcpConnected = false;
  const settle = (...result: Parameters<buildConnector.Callback>) => {
    if (isSettled) return;
    isSettled = true;
    clearTimeout(timer);
    callback(...result);
  };
  const timer = setTimeout(() => {
    socket.destroy(new NetworkTimeoutError(`no connection within ${connectTimeoutMs} ms`));
  }, connectTimeoutMs);
  socket.once('connect', () => (isTcpConnected = true));
  socket.once(isTls ? 'secureConnect' : 'connect', () => settle(null, socket));
  socket.on('error', (error) => settle(isTls && isTcpConnected ? asHandshakeError(error) : error, null));
}

/** A connection that breaks during the handshake is a failed connection; whatever else goes wrong there is TLS. */
function asHandshakeError(error: Error): Error {
  if (error instanceof NetworkTimeoutError) return error;
  if (['ECONNRESET', 'EPIPE', 'ETIMEDOUT'].includes(errorCode(error))) return error;
  return new TlsHandshakeError(error.message, { cause: error });
}

/** The name to show and to verify. Addresses have none, and certificates do not carry the trailing dot. */
function serverName(hostname: string): string {
  return net.isIP(hostname) === 0 ? hostname.replace(/\.$/, '') : '';
}
