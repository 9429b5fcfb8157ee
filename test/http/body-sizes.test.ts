import assert from 'node:assert/strict';
import { expectStatus, picture, upload } from '../support/factories.ts';
import { openSocket, rawExchange } from '../support/raw-request.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { refusalsOf } from './support/refusals.ts';
import { buildWorld, type World } from './support/world.ts';

const MIB = 1024 * 1024;
const JSON_TYPE = { 'content-type': 'application/json' };

describe('the size of a body', () => {
  let api: TestService;
  let world: World;
  let key: string;

  before(async () => {
    api = await startTestService();
    world = await buildWorld(api);
    key = world.key;
  });
  after(() => api.close());
  const itRefuses = refusalsOf(() => api);
  const postProject = (body: string | Buffer, headers: Record<string, string> = JSON_TYPE) =>
    api.call('POST', '/projects', { key, body, headers });

  const padded = (bytes: number) => {
    const start = '{"url":"https://large.example.com"';
    return `${start}${' '.repeat(bytes - start.length - 1)}}`;
  };

  it('takes a JSON body of 1 MiB', async () => {
    expectStatus(await postProject(padded(MIB)), 201);
  });
  itRefuses('a JSON body of 1 MiB and a byte', 422, 'validation_failed', () => postProject(padded(MIB + 1)));
  itRefuses('a JSON body of 6 MiB', 422, 'validation_failed', () => postProject(padded(6 * MIB)));
  it('takes an upload of 5 MB', async () => {
    const png = await picture();
    const padding = Buffer.alloc(5 * MIB - png.length);
    const form = upload(Buffer.concat([png, padding]));
    expectStatus(await api.call('PUT', `/projects/${world.ready}/logo`, { key, body: form }), 200);
  });
  it('keeps the connection usable after refusing a body', async () => {
    for (let tries = 0; tries < 20; tries++) expectStatus(await postProject(padded(2 * MIB)), 422);
  });
  it('refuses an endless body without reading on', async () => {
    const socket = await openSocket(api.config.publicUrl);
    let answer = '';
    socket.on('data', (chunk) => (answer += String(chunk)));
    const head = `POST /v1/projects HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n`;
    socket.write(`${head}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`);
    const chunk = `${(64 * 1024).toString(16)}\r\n${' '.repeat(64 * 1024)}\r\n`;
    let sentBytes = 0;
    const closed = new Promise((resolve) => socket.on('close', resolve));
    const send = () => {
      while (!socket.destroyed && socket.write(chunk)) sentBytes += chunk.length;
    };
    socket.on('drain', send);
    send();
    await closed;
    assert.match(answer, /^(HTTP\/1\.1 422 |$)/);
    assert.ok(sentBytes < 64 * MIB, `${sentBytes} bytes were taken`);
  });

  it('takes a chunked body that is empty for an empty body', async () => {
    const { status } = await rawExchange(
      api.config.publicUrl,
      `GET /v1/ping HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer ${key}\r\n` +
        'Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    );
    assert.equal(status, 200);
  });
});
