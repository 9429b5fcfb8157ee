import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import sharp from 'sharp';
import { anyFreePort } from '../../dev/ports.ts';
import { SERVER_LIMITS, startApi } from '../../src/main/start-api.ts';
import type { Running } from '../../src/main/service.ts';
import { createReadyProject, expectStatus, upload } from '../support/factories.ts';
import { eventually } from '../support/eventually.ts';
import { openSocket, rawExchange } from '../support/raw-request.ts';
import { silent, startTestService, type TestService } from '../support/service.ts';

/** The limits of production, a hundred times as strict, so that a test need not wait them out. */
const LIMITS = {
  ...SERVER_LIMITS,
  headersTimeout: SERVER_LIMITS.headersTimeout / 100,
  requestTimeout: SERVER_LIMITS.requestTimeout / 100,
  connectionsCheckingInterval: SERVER_LIMITS.connectionsCheckingInterval / 100,
  silenceMs: SERVER_LIMITS.silenceMs / 100,
};

describe('a slow client', () => {
  let api: TestService;
  let strict: Running;
  let origin: string;
  let key: string;
  /** What is read from storage for answers. */
  const files: Readable[] = [];

  before(async () => {
    api = await startTestService();
    key = (await api.newAgency()).keys.test.full;
    const port = await anyFreePort();
    const { storage } = api.service;
    const service = { ...api.service, storage: { ...storage, read: storage.read.bind(storage) } };
    service.storage.read = async (key) => {
      const asset = await storage.read(key);
      if (asset) files.push(asset.bytes);
      return asset;
    };
    strict = await startApi({ ...api.config, port }, service, silent, LIMITS);
    origin = `http://${api.config.host}:${port}`;
  });
  after(async () => {
    await strict.close();
    await api.close();
  });

  it('that sends no more of its headers is answered and closed', async () => {
    const { status, text } = await rawExchange(origin, 'GET /v1/ping HTTP/1.1\r\nHost: a\r\nX-Slow: ');
    assert.equal(status, 400);
    assert.match(text, /did not arrive in time/);
  });

  it('that sends a header a byte at a time is closed all the same', async () => {
    const socket = await openSocket(origin);
    const drip = setInterval(() => socket.write('a'), 20);
    socket.resume().write('GET /v1/ping HTTP/1.1\r\nHost: a\r\nX-Slow: ');
    await once(socket, 'close');
    clearInterval(drip);
  });

  it('that sends no more of its body is closed, and nothing has changed', async () => {
    const head = `POST /v1/projects HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n`;
    await rawExchange(origin, `${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"url": `);
    assert.deepEqual((await api.call('GET', '/projects', { key })).body.data, []);
  });

  it('that does not read its answers is closed, and the files with it', async () => {
    const { id } = await createReadyProject(api.call, key);
    const noise = {
      width: 1_000,
      height: 1_000,
      channels: 3,
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    } as const;
    const picture = await sharp({ create: { ...noise, background: '#000' } })
      .png()
      .toBuffer();
    const body = upload(picture);
    const { screenshots } = expectStatus(
      await api.call('POST', `/projects/${id}/screenshots`, { key, body }),
      201,
    ).body;
    const { pathname } = new URL(screenshots.at(-1).url as string);
    const socket = await openSocket(origin);
    socket.pause().write(`GET ${pathname} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(10));
    await eventually('ten open files', () => files.length === 10);
    await eventually('their end', () => files.every((file) => file.destroyed), 10_000);
    socket.destroy();
  });
});
