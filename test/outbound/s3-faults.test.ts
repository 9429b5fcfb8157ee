import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { createS3Storage, type S3Settings, type S3Timeouts } from '../../src/outbound/storage/s3-storage.ts';
import { StorageUnavailable, type Storage } from '../../src/outbound/storage/storage.ts';
import { eventually } from '../support/eventually.ts';
import {
  answerS3Error,
  S3_TEST_BUCKET,
  startS3Server,
  type Interception,
  type S3Server,
} from '../support/s3-server.ts';
import { S3_TEST_KEY } from '../support/s3-signature.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';

const MIB = 1024 * 1024;
const MAX_ATTEMPTS = 3;
const TIMEOUTS: S3Timeouts = { attempt: 300, put: 1_500, delete: 1_500, read: 1_500 };

describe('a bucket', () => {
  let server: S3Server;
  let storage: Storage;

  before(async () => {
    server = await startS3Server();
    storage = createS3Storage(settingsOf(server.endpoint), TIMEOUTS);
    await storage.put('a.png', randomBytes(8 * MIB));
  });
  afterEach(() => server.intercept(null));
  after(async () => {
    storage.close();
    await server.close();
  });

  const calls = {
    put: (to: Storage) => to.put('b.png', Buffer.from('bytes')),
    read: (to: Storage) => to.read('a.png'),
    delete: (to: Storage) => to.delete('b.png'),
  };

  const faults: Record<string, Interception> = {
    'answers 500': (_, response) => answerS3Error(response, 500, 'InternalError'),
    'answers 503 SlowDown': (_, response) => answerS3Error(response, 503, 'SlowDown'),
    'answers 502 in HTML': (_, response) => response.writeHead(502).end('<html><h1>Bad gateway'),
    'answers 429': (_, response) => answerS3Error(response, 429, 'TooManyRequests'),
    'closes the connection': (request) => request.destroy(),
    'never answers': () => undefined,
    'speaks no HTTP': (request) => request.socket.end('220 ready\r\n'),
  };
  for (const [fault, interception] of Object.entries(faults)) {
    for (const [name, call] of Object.entries(calls)) {
      it(`that ${fault} is unavailable to ${name}, after ${MAX_ATTEMPTS} attempts at most`, async () => {
        const before = server.requests();
        server.intercept(interception);
        await assert.rejects(call(storage), StorageUnavailable);
        assert.ok(server.requests() - before <= MAX_ATTEMPTS);
      });
    }
  }

  for (const [name, call] of Object.entries(calls)) {
    it(`that drips its answer to ${name} does not hold it beyond its time`, async () => {
      server.intercept(dripHead);
      await assert.rejects(call(storage), StorageUnavailable);
    });

    it(`that fails once is not noticed by ${name}`, async () => {
      server.intercept((_, response) => {
        answerS3Error(response, 503, 'SlowDown');
        server.intercept(null);
      });
      await call(storage);
    });

    it(`that is down is unavailable to ${name}, and serves again once it is up`, async () => {
      const proxy = await startTcpProxy({ host: '127.0.0.1', port: server.port });
      const behind = createS3Storage(settingsOf(`http://127.0.0.1:${proxy.port}`), TIMEOUTS);
      try {
        proxy.cut();
        await assert.rejects(call(behind), StorageUnavailable);
        proxy.mend();
        await call(behind);
      } finally {
        behind.close();
        await proxy.close();
      }
    });

    for (const [what, wrong] of Object.entries({
      'refuses the key': { secretAccessKey: 'wrong' },
      'does not exist': { bucket: 'nowhere' },
    })) {
      it(`that ${what} fails ${name} at once, and not as one that is unavailable`, async () => {
        const misled = createS3Storage({ ...settingsOf(server.endpoint), ...wrong }, TIMEOUTS);
        const before = server.requests();
        await assert.rejects(call(misled), (error) => !(error instanceof StorageUnavailable));
        assert.equal(server.requests() - before, 1);
        misled.close();
      });
    }
  }

  it('that breaks off in the middle of a file fails the stream', async () => {
    server.intercept((_, response) => {
      response.writeHead(200, { 'content-length': MIB });
      response.write(Buffer.alloc(1_000), () => response.destroy());
    });
    const { bytes } = (await storage.read('a.png'))!;
    await assert.rejects(buffer(bytes));
  });

  it('that drips a file fails the stream when its time is over, and the connection is closed', async () => {
    const open = server.openConnections();
    server.intercept(dripBody);
    const { bytes } = (await storage.read('a.png'))!;
    await assert.rejects(buffer(bytes));
    await eventually('the connection to be closed', () => server.openConnections() <= open);
  });

  it('keeps no connection for a reader that stops reading without a word', async () => {
    const { bytes } = (await storage.read('a.png'))!;
    bytes.on('error', () => undefined);
    await eventually('the stream to be closed', () => bytes.closed);
  });
});

function settingsOf(endpoint: string): S3Settings {
  const { region, id, secret } = S3_TEST_KEY;
  return { bucket: S3_TEST_BUCKET, region, endpoint, accessKeyId: id, secretAccessKey: secret, prefix: '' };
}

const dripHead: Interception = (request) => {
  const { socket } = request;
  socket.write('HTTP/1.1 200 OK\r\n');
  const timer = setInterval(() => socket.write('X-Drip: 1\r\n'), 20);
  socket.on('close', () => clearInterval(timer));
};

const dripBody: Interception = (_, response) => {
  response.writeHead(200, { 'content-length': MIB });
  const timer = setInterval(() => response.write('x'), 20);
  response.on('close', () => clearInterval(timer));
};
