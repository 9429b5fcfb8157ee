import assert from 'node:assert/strict';
import { eventually } from '../support/eventually.ts';
import { expectStatus, picture, upload } from '../support/factories.ts';
import { openSocket } from '../support/raw-request.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { contents, refusalsOf } from './support/refusals.ts';
import { buildWorld, type World } from './support/world.ts';

const MIB = 1024 * 1024;

describe('an upload', () => {
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

  const put = (bytes: Buffer, name?: string) =>
    api.call('PUT', `/projects/${world.ready}/logo`, { key, body: upload(bytes, name) });
  const multipart = (body: string) =>
    api.call('PUT', `/projects/${world.ready}/logo`, {
      key,
      body,
      headers: { 'content-type': 'multipart/form-data; boundary=line' },
    });
  const part = (name: string, rest = '; filename="a.png"') =>
    `--line\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n\r\nbytes\r\n`;

  itRefuses('a file of 5 MB and a byte', 422, 'validation_failed', () => put(Buffer.alloc(5 * MIB + 1)));
  itRefuses('an empty file', 422, 'validation_failed', () => put(Buffer.alloc(0)));
  itRefuses('text under the name of a PNG', 422, 'validation_failed', () => put(Buffer.from('hello'), 'a.png'));
  itRefuses('a multipart body without a boundary', 422, 'validation_failed', () =>
    api.call('PUT', `/projects/${world.ready}/logo`, {
      key,
      body: 'x',
      headers: { 'content-type': 'multipart/form-data' },
    }),
  );
  itRefuses('a multipart body that ends in the middle', 422, 'validation_failed', () => multipart(part('file')));
  itRefuses('a multipart body with nothing in it', 422, 'validation_failed', () => multipart('--line--\r\n'));
  itRefuses('a file that is a text field', 422, 'validation_failed', () =>
    multipart(`${part('file', '')}--line--\r\n`),
  );
  itRefuses('two files', 422, 'validation_failed', () => multipart(`${part('file')}${part('file')}--line--\r\n`));
  itRefuses('a file of another name', 400, 'unknown_parameter', () => multipart(`${part('logo')}--line--\r\n`));
  itRefuses('a field beside the file', 400, 'unknown_parameter', () =>
    multipart(`${part('file')}${part('livemode', '')}--line--\r\n`),
  );
  itRefuses('multipart where only JSON is taken', 415, 'unsupported_media_type', () =>
    api.call('POST', '/projects', { key, body: upload(Buffer.from('x')) }),
  );

  it('drops an upload that ends with its connection, and goes on', async () => {
    const before = await contents(api);
    for (const type of ['multipart/form-data; boundary=line', 'application/json']) {
      const socket = await openSocket(api.config.publicUrl);
      socket.write(
        `PUT /v1/projects/${world.ready}/logo HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n` +
          `Content-Type: ${type}\r\nContent-Length: 1000\r\n\r\n${part('file')}`,
      );
      const used = await remaining();
      await eventually('the request to be counted', async () => (await remaining()) < used - 1);
      socket.destroy();
    }
    expectStatus(await api.call('GET', '/ping', { key }), 200);
    assert.deepEqual(await contents(api), before);
  });

  it('is unavailable while 256 MB of others are in hand, and taken once they are gone', async () => {
    const sockets = [];
    for (let held = 0; held < 256 * MIB; held += 4 * MIB) {
      const socket = await openSocket(api.config.publicUrl);
      sockets.push(socket);
      socket.write(
        `PUT /v1/projects/${world.ready}/logo HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n` +
          `Content-Type: multipart/form-data; boundary=line\r\nContent-Length: ${5 * MIB}\r\n\r\n` +
          '--line\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n',
      );
      socket.write(Buffer.alloc(4 * MIB));
    }
    try {
      const answer = await eventually('the uploads to be in hand', async () => {
        const answered = await put(Buffer.alloc(MIB));
        return answered.status === 503 ? answered : null;
      });
      assert.deepEqual([answer.body.error.code, answer.headers['retry-after']], ['unavailable', '5']);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
    await eventually('room for another', async () => (await put(await picture())).status === 200);
  });

  async function remaining(): Promise<number> {
    return Number((await api.call('GET', '/ping', { key })).headers['ratelimit-remaining']);
  }
});
