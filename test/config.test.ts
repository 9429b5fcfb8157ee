import assert from 'node:assert/strict';
import { ConfigError, readConfig, type Environment } from '../src/config.ts';

const BASE: Environment = {
  DATABASE_URL: 'postgresql://127.0.0.1/listings',
  TEMPORAL_ADDRESS: '127.0.0.1:7233',
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
};
const BUCKET: Environment = {
  S3_BUCKET: 'pictures',
  S3_REGION: 'eu-central-1',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
};

describe('the settings of storage', () => {
  const storage = (settings: Environment) => readConfig({ ...BASE, ...settings }).storage;

  it('name a folder or a bucket', () => {
    assert.deepEqual(storage({ STORAGE_DIR: '/var/lib/listings' }), { folder: '/var/lib/listings' });
    const s3 = { bucket: 'pictures', region: 'eu-central-1', accessKeyId: 'id', secretAccessKey: 'secret' };
    assert.deepEqual(storage(BUCKET), { s3: { ...s3, endpoint: null, prefix: '' } });
    assert.deepEqual(storage({ ...BUCKET, S3_ENDPOINT: 'http://127.0.0.1:9000', S3_PREFIX: '/a/b/' }), {
      s3: { ...s3, endpoint: 'http://127.0.0.1:9000', prefix: 'a/b/' },
    });
  });

  const wrong: [string, Environment, RegExp][] = [
    ['neither', {}, /STORAGE_DIR or S3_BUCKET/],
    ['both', { ...BUCKET, STORAGE_DIR: '/var/lib/listings' }, /Only one of STORAGE_DIR and S3_BUCKET/],
    ['a bucket without a region', { ...BUCKET, S3_REGION: '' }, /S3_REGION/],
    ['a bucket without a key', { ...BUCKET, S3_ACCESS_KEY_ID: undefined }, /S3_ACCESS_KEY_ID/],
    ['a bucket without a secret', { ...BUCKET, S3_SECRET_ACCESS_KEY: undefined }, /S3_SECRET_ACCESS_KEY/],
    ['an endpoint that is no address', { ...BUCKET, S3_ENDPOINT: 'minio:9000' }, /S3_ENDPOINT/],
  ];
  for (const [what, settings, message] of wrong) {
    it(`that name ${what} are refused by name`, () => {
      assert.throws(
        () => storage(settings),
        (error) => error instanceof ConfigError && message.test(error.message),
      );
    });
  }
});
