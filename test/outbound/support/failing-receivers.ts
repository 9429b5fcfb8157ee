import { createServer as createHttpServer } from 'node:http';
import { createSecureServer as createHttp2Server } from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import type { RequestListener } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { createServer as createTlsServer, TLSSocket } from 'node:tls';
import type { TlsOptions } from 'node:tls';
import { gzipSync } from 'node:zlib';
import type { AttemptError } from '../../../src/db/entities/webhook.ts';
import type { ReceiverCertificates } from './receiver-certificates.ts';

/** A receiver of webhooks, and how an attempt to deliver to it must be shown. */
export interface FailingReceiver {
  title: string;
  /** The server to listen with; null where nobody listens. */
  server: (certificates: ReceiverCertificates) => Server | null;
  httpStatus: number | null;
  error: AttemptError | null;
  /** Between which durations the attempt ends. */
  durationMs: readonly [least: number, most: number];
  /** How many events it gets at once. */
  events: number;
}

/** Where redirects lead. Nothing may be asked for there. */
export const REDIRECT_PATH = '/elsewhere';

/** Far below the time limits, however busy the machine is. */
const SOON = [0, 4_000] as const;
const CONNECT_LIMIT = [4_990, 8_500] as const;
const WHOLE_LIMIT = [9_990, 13_500] as const;

/** What a socket does once it has received a request. */
type Answer = (socket: Socket) => void;
type Expected = Partial<Pick<FailingReceiver, 'httpStatus' | 'error' | 'durationMs' | 'events'>>;

const receiver = (title: string, server: FailingReceiver['server'], expected: Expected): FailingReceiver => ({
  title,
  server,
  httpStatus: null,
  error: null,
  durationMs: SOON,
  events: 1,
  ...expected,
});

/** A server with a trusted certificate that does with each connection's request what it likes. */
const answering = (answer: Answer, options: TlsOptions = {}): FailingReceiver['server'] => {
  return ({ trusted }) =>
    createTlsServer({ ...trusted, ...options }, (socket) => socket.once('data', () => answer(socket)));
};

const writing = (text: string | Buffer) => answering((socket) => socket.end(text));
const https = (listener: RequestListener): FailingReceiver['server'] => {
  return ({ trusted }) => createHttpsServer(trusted, listener);
};
const presenting = (name: Exclude<keyof ReceiverCertificates, 'ca'>): FailingReceiver['server'] => {
  return (certificates) => createHttpsServer(certificates[name], (_request, response) => response.end());
};
/** Node offers old versions of TLS at the lowest level of security only. */
const speakingTls = (version: 'TLSv1' | 'TLSv1.1') =>
  answering((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'), {
    minVersion: version,
    maxVersion: version,
    ciphers: 'DEFAULT@SECLEVEL=0',
  });

/** Writes a piece again and again until the socket is closed. */
function drip(socket: Socket, piece: string | Buffer, everyMs: number): void {
  const timer = setInterval(() => socket.write(piece), everyMs);
  socket.on('close', () => clearInterval(timer));
}

/** Writes pieces that arrive one by one. */
const inPieces = (pieces: string[]) =>
  answering((socket) => {
    const rest = [...pieces];
    const timer = setInterval(() => (rest.length > 0 ? socket.write(rest.shift()!) : socket.end()), 50);
    socket.on('close', () => clearInterval(timer));
  });

function pour(socket: Socket): void {
  const piece = Buffer.alloc(65_536);
  const more = () => {
    while (socket.writable && socket.write(piece));
  };
  socket.on('drain', more);
  more();
}

const answered = (httpStatus: number): Expected => ({ httpStatus });
const failed = (error: AttemptError, durationMs: FailingReceiver['durationMs'] = SOON): Expected => ({
  error,
  durationMs,
});
const GREEDY = 10;

const UNCONNECTED: readonly FailingReceiver[] = [
  receiver('refuses the connection', () => null, failed('connection_failed')),
  receiver(
    'resets the connection at once',
    () => createTcpServer((socket) => socket.resetAndDestroy()),
    failed('connection_failed'),
  ),
  receiver(
    'resets the connection in the TLS handshake',
    () => createTcpServer((socket) => socket.once('data', () => socket.resetAndDestroy())),
    failed('connection_failed'),
  ),
  receiver('takes the connection and never begins TLS', () => createTcpServer(), failed('timeout', CONNECT_LIMIT)),
  receiver(
    'drips its TLS handshake',
    () =>
      createTcpServer((socket) => {
        socket.write(Buffer.from([0x16, 0x03, 0x03, 0x3f, 0xff]));
        drip(socket, Buffer.from([0x02]), 200);
      }),
    failed('timeout', CONNECT_LIMIT),
  ),
];

const UNTRUSTED: readonly FailingReceiver[] = [
  receiver('speaks plain HTTP', () => createHttpServer((_request, response) => response.end()), failed('tls_failed')),
  receiver('has the certificate of another host', presenting('otherHost'), failed('tls_failed')),
  receiver('has an expired certificate', presenting('expired'), failed('tls_failed')),
  receiver('has a certificate that is not valid yet', presenting('notYetValid'), failed('tls_failed')),
  receiver('has signed its certificate itself', presenting('selfSigned'), failed('tls_failed')),
  receiver('has its certificate from an unknown authority', presenting('stranger'), failed('tls_failed')),
  receiver('speaks TLS 1.0 only', speakingTls('TLSv1'), failed('tls_failed')),
  receiver('speaks TLS 1.1 only', speakingTls('TLSv1.1'), failed('tls_failed')),
  receiver(
    'closes the connection because its client shows no certificate',
    ({ trusted, ca }) => createHttpsServer({ ...trusted, ca, requestCert: true, rejectUnauthorized: true }),
    failed('connection_failed'),
  ),
  receiver('takes HTTP/2 only', ({ trusted }) => createHttp2Server(trusted), failed('tls_failed')),
];

const SILENT: readonly FailingReceiver[] = [
  receiver(
    'resets the connection after the request',
    ({ trusted }) =>
      createTcpServer((socket) => {
        new TLSSocket(socket, { isServer: true, ...trusted })
          .on('error', () => {})
          .once('data', () => socket.resetAndDestroy());
      }),
    failed('connection_failed'),
  ),
  receiver('closes the connection after the request', writing(''), failed('connection_failed')),
  receiver(
    'hangs before its headers',
    answering(() => {}),
    failed('timeout', WHOLE_LIMIT),
  ),
  receiver(
    'hangs after 103 Early Hints',
    answering((socket) => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n')),
    failed('timeout', WHOLE_LIMIT),
  ),
  receiver(
    'drips its headers',
    answering((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      drip(socket, 'x: y\r\n', 100);
    }),
    failed('timeout', WHOLE_LIMIT),
  ),
  receiver('answers with no status line', writing('content-length: 0\r\n\r\n'), failed('connection_failed')),
  receiver('answers with garbage', writing(Buffer.alloc(4_096, 0xf5)), failed('connection_failed')),
  receiver('answers with half a status line', writing('HTTP/1.1 20'), failed('connection_failed')),
  receiver('answers in HTTP/2 unasked', writing(Buffer.from('000000040000000000', 'hex')), failed('connection_failed')),
  receiver('answers with 1 MB of headers', writing(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(1_000_000)}\r\n\r\n`), {
    ...failed('connection_failed'),
    events: GREEDY,
  }),
];

const ANSWERING: readonly FailingReceiver[] = [
  ...[200, 204, 299, 400, 404, 410, 429, 500, 503, 599].map((status) =>
    receiver(
      `answers ${status}`,
      https((_request, response) => response.writeHead(status).end()),
      answered(status),
    ),
  ),
  ...[300, 301, 302, 303, 304, 307, 308, 399].flatMap((status) => [
    receiver(
      `redirects with ${status} to itself`,
      https((_request, response) => response.writeHead(status, { location: REDIRECT_PATH }).end()),
      { httpStatus: status, error: 'redirect' },
    ),
    receiver(
      `answers ${status} without a Location`,
      https((_request, response) => response.writeHead(status).end()),
      { httpStatus: status, error: 'redirect' },
    ),
  ]),
  receiver(
    'sends 102 Processing and 103 Early Hints before 200',
    writing(
      'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n',
    ),
    answered(200),
  ),
  receiver(
    'sends 100 Continue unasked, in one piece with its 200',
    writing('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'),
    answered(200),
  ),
  receiver(
    'sends 100 Continue twice, in many pieces, before its 500',
    inPieces([
      'HTTP/1.1 100 Con',
      'tinue\r\nserver: a\r\n',
      '\r\nHTTP/1.1 100 Continue\r\n\r\n',
      'HTTP/1.1 500 No\r\n\r\n',
    ]),
    answered(500),
  ),
  receiver('speaks HTTP/1.0', writing('HTTP/1.0 200 OK\r\n\r\nfine'), answered(200)),
  receiver(
    'closes the connection each time',
    https((_request, response) => response.writeHead(200, { connection: 'close' }).end('ok')),
    { ...answered(200), events: 3 },
  ),
  receiver(
    'sends less than its Content-Length',
    writing('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc'),
    answered(200),
  ),
  receiver(
    'answers 200 and hangs in the body',
    answering((socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nabc')),
    answered(200),
  ),
  receiver(
    'drips its body',
    answering((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
      drip(socket, '1\r\nx\r\n', 100);
    }),
    answered(200),
  ),
  receiver(
    'sends an endless body',
    answering((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      pour(socket);
    }),
    { ...answered(200), events: GREEDY },
  ),
  receiver(
    'sends a gzip bomb',
    (certificates) => {
      const bomb = gzipSync(Buffer.alloc(60 * 1_024 * 1_024));
      return https((_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb))(
        certificates,
      );
    },
    { ...answered(200), events: GREEDY },
  ),
];

export const FAILING_RECEIVERS: readonly FailingReceiver[] = [...UNCONNECTED, ...UNTRUSTED, ...SILENT, ...ANSWERING];
