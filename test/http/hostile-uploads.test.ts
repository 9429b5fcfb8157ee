import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { eventually } from '../support/eventually.ts';
import { createReadyProject, expectStatus, picture, upload } from '../support/factories.ts';
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
  itRefuses('an SVG under the name of a PNG', 422, 'validation_failed', () =>
    put(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')),
  );
  itRefuses('a TIFF under the name of a PNG', 422, 'validation_failed', async () =>
    put(
      await sharp(await picture())
        .tiff()
        .toBuffer(),
    ),
  );
  itRefuses('a PDF that begins with the signature of a PNG', 422, 'validation_failed', () =>
    put(Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('%PDF-1.7')])),
  );
  itRefuses('half a PNG', 422, 'validation_failed', async () => {
    const png = await sharp(randomBytes(64 * 64 * 3), { raw: { width: 64, height: 64, channels: 3 } })
      .png()
      .toBuffer();
    return put(png.subarray(0, png.length / 2));
  });
  itRefuses('a PNG of 30,000 × 30,000 in a few bytes', 422, 'validation_failed', () => put(pngBomb(30_000, 30_000)));
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

  it('says of a file whether it is too large, in bytes or in pixels, or no image', async () => {
    for (const [bytes, code] of [
      [Buffer.alloc(5 * MIB + 1), 'too_large'],
      [pngBomb(30_000, 30_000), 'too_large'],
      [pngBomb(300, 300), 'invalid_format'],
      [Buffer.from('hello'), 'invalid_format'],
    ] as const) {
      assert.deepEqual(expectStatus(await put(bytes), 422).body.error.errors, [{ param: 'file', code }]);
    }
  });

  it('keeps nothing of what a PNG carries beside its picture', async () => {
    const script = Buffer.from('<script>alert(1)</script>');
    const { id } = await createReadyProject(api.call, key);
    const form = upload(Buffer.concat([await picture(), script]));
    const { body } = expectStatus(await api.call('PUT', `/projects/${id}/logo`, { key, body: form }), 200);
    const stored = Buffer.from(await (await fetch(body.logo.url as string)).arrayBuffer());
    assert.equal(stored.includes(script), false);
    assert.equal((await sharp(stored).metadata()).format, 'png');
  });

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

  async function remaining(): Promise<number> {
    return Number((await api.call('GET', '/ping', { key })).headers['ratelimit-remaining']);
  }
});

/** A PNG that states a size and holds next to nothing. */
function pngBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const chunks = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000))),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([signature, ...chunks]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
