import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createFileStorage } from '../../src/outbound/storage/file-storage.ts';
import { createS3Storage } from '../../src/outbound/storage/s3-storage.ts';
import type { Storage } from '../../src/outbound/storage/storage.ts';
import { eventually } from '../support/eventually.ts';
import { S3_TEST_BUCKET, startS3Server, type S3Server } from '../support/s3-server.ts';
import { S3_TEST_KEY } from '../support/s3-signature.ts';

const MIB = 1024 * 1024;
const HOSTILE_KEYS = [
  '',
  '.',
  '..',
  '../escaped',
  'a/../../escaped',
  '/etc/passwd',
  'a//b',
  'a/',
  'a/./b',
  '.drafts/x',
  'a\\b',
  'a\0b',
  'a b',
  'é',
  '%2e%2e/a',
  'a?b',
  'x'.repeat(2_000),
];

/** A storage, how to see what it left open, and how to see everything it holds. */
interface Subject {
  storage: Storage;
  open: () => Promise<number>;
  names: () => Promise<string[]>;
  close: () => Promise<void>;
}

const subjects: Record<string, () => Promise<Subject>> = {
  async 'in a folder'() {
    const folder = await mkdtemp(join(tmpdir(), 'listing-storage-'));
    return {
      storage: createFileStorage(join(folder, 'images')),
      open: async () => (await readdir('/proc/self/fd')).length,
      names: async () => {
        const entries = await readdir(folder, { recursive: true, withFileTypes: true });
        return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
      },
      close: () => rm(folder, { recursive: true }),
    };
  },
  async 'in a bucket'() {
    const server: S3Server = await startS3Server();
    const storage = createS3Storage({
      bucket: S3_TEST_BUCKET,
      region: S3_TEST_KEY.region,
      endpoint: server.endpoint,
      accessKeyId: S3_TEST_KEY.id,
      secretAccessKey: S3_TEST_KEY.secret,
      prefix: 'staging/',
    });
    return {
      storage,
      open: () => Promise.resolve(server.openConnections()),
      names: () => Promise.resolve([...server.files.keys()].map((key) => key.replace('staging/images/', ''))),
      close: async () => {
        storage.close();
        await server.close();
      },
    };
  },
};

for (const [where, start] of Object.entries(subjects)) {
  describe(`storage ${where}`, () => {
    let subject: Subject;
    let storage: Storage;

    before(async () => {
      subject = await start();
      ({ storage } = subject);
    });
    after(() => subject.close());

    const read = async (key: string) => {
      const file = await storage.read(key);
      return file && { bytes: await buffer(file.bytes), size: file.size };
    };

    it('takes keys of 200 letters', async () => {
      const key = `${'a/'.repeat(20)}${'x'.repeat(160)}`;
      await storage.put(key, Buffer.from('x'));
      assert.equal((await read(key))!.size, 1);
      await assert.rejects(storage.put(`${key}x`, Buffer.from('x')), TypeError);
    });

    for (const size of [0, 1, 12 * MIB]) {
      it(`gives back the ${size} bytes that it was given`, async () => {
        const bytes = randomBytes(size);
        await storage.put(`images/${size}.png`, bytes);
        assert.deepEqual(await read(`images/${size}.png`), { bytes, size });
      });
    }

    it('has nothing under a key that was never put, or was deleted', async () => {
      assert.equal(await storage.read('images/never.png'), null);
      await storage.put('images/once.png', Buffer.from('x'));
      await storage.delete('images/once.png');
      assert.equal(await storage.read('images/once.png'), null);
      assert.equal((await subject.names()).includes('once.png'), false);
    });

    it('takes the deletion of what is not there', async () => {
      await storage.delete('images/never.png');
      await storage.delete('nowhere/at/all.png');
    });

    it('replaces a file whole, also under its readers', async () => {
      const [first, second] = [Buffer.alloc(3 * MIB, 1), Buffer.alloc(2 * MIB, 2)];
      await storage.put('images/same.png', first);
      const reading = await storage.read('images/same.png');
      await Promise.all(Array.from({ length: 5 }, () => storage.put('images/same.png', second)));
      assert.deepEqual(await buffer(reading!.bytes), first);
      assert.deepEqual(await read('images/same.png'), { bytes: second, size: second.length });
      assert.deepEqual(
        (await subject.names()).filter((name) => name.includes('same')),
        ['same.png'],
      );
    });

    it('refuses keys that are no plain paths, and finds nothing under them', async () => {
      const before = await subject.names();
      for (const key of HOSTILE_KEYS) {
        await assert.rejects(storage.put(key, Buffer.from('x')), TypeError, key);
        assert.equal(await storage.read(key), null, key);
        await storage.delete(key);
      }
      assert.deepEqual(await subject.names(), before);
    });

    it('has no file where others lie under the key', async () => {
      await storage.put('images/folder/a.png', Buffer.from('x'));
      assert.equal(await storage.read('images/folder'), null);
      await storage.delete('images/folder');
      assert.ok(await storage.read('images/folder/a.png').then((file) => file?.bytes.destroy()));
    });

    it('keeps nothing open for a reader that goes away, at once or in the middle', async () => {
      await storage.put('images/large.png', randomBytes(12 * MIB));
      const before = await subject.open();
      for (let times = 0; times < 20; times++) {
        const { bytes } = (await storage.read('images/large.png'))!;
        if (times % 2 === 1) for await (const _ of bytes) break;
        bytes.destroy();
      }
      await eventually('everything to be closed', async () => (await subject.open()) <= before);
    });
  });
}

describe('storage in a folder whose process was killed while it wrote a file', () => {
  it('has no such file, and keeps nothing of it once it is deleted', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'listing-storage-'));
    const module = new URL('../../src/outbound/storage/file-storage.ts', import.meta.url).href;
    const code = `const { createFileStorage } = await import('${module}');
      await createFileStorage('${folder}').put('images/a.png', Buffer.alloc(1e9));`;
    const writer = spawn(process.execPath, ['--input-type=module', '-e', code]);
    const ended = once(writer, 'exit');
    const drafts = () => readdir(join(folder, '.drafts')).catch(() => []);
    try {
      await eventually('the file to be written', async () => (await drafts()).length === 1);
      writer.kill('SIGKILL');
      assert.deepEqual(await ended, [null, 'SIGKILL']);
      const storage = createFileStorage(folder);
      assert.equal(await storage.read('images/a.png'), null);
      assert.equal((await drafts()).length, 1);
      await storage.delete('images/a.png');
      assert.deepEqual(await drafts(), []);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
