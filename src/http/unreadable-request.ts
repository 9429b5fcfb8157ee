import type { Duplex } from 'node:stream';
import { newId } from '../db/new-id.ts';
import { ServiceError } from '../errors.ts';
import { presentError } from './error-body.ts';
import { securityHeadersOf } from './security-headers.ts';

/** Where clients find the documentation, and the API. */
interface Addresses {
  docsUrl: string;
  baseUrl: string;
}

/** Answers what Node could not read as a request, which no middleware ever sees, in the form of every other error. */
export function answerUnreadable({ docsUrl, baseUrl }: Addresses, now: () => Date) {
  const security = Object.entries(securityHeadersOf(baseUrl)).map(([name, value]) => `${name}: ${value}`);
  return (fault: NodeJS.ErrnoException, socket: Duplex): void => {
    if (fault.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const requestId = newId('request', now());
    const error = new ServiceError(
      'invalid_query',
      SENTENCES[fault.code ?? ''] ?? 'The request is not readable HTTP/1.1.',
    );
    const body = JSON.stringify(presentError(error, docsUrl, requestId));
    const head = [
      `HTTP/1.1 ${error.status} Bad Request`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      ...security,
      'Cache-Control: no-store',
      'Connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  };
}

const SENTENCES: Record<string, string> = {
  HPE_HEADER_OVERFLOW: 'The request line and headers are too long; they may have 64 KiB.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time: its head has 15 seconds, all of it a minute.',
};
