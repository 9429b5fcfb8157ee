import assert from 'node:assert/strict';
import { ConfigError } from '../src/config-error.ts';
import { readConfig, type Environment } from '../src/config.ts';

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

describe('the settings of the operations port', () => {
  const operations = (settings: Environment) =>
    readConfig({ ...BASE, STORAGE_DIR: '/pictures', ...settings }).operations;

  it('keep it on this machine, on the port of its kind of process, unless they say otherwise', () => {
    assert.deepEqual(operations({}), { host: '127.0.0.1', port: null });
    const elsewhere = { OPERATIONS_HOST: '0.0.0.0', OPERATIONS_PORT: '0' };
    assert.deepEqual(operations(elsewhere), { host: '0.0.0.0', port: 0 });
    assert.throws(() => operations({ OPERATIONS_PORT: '65536' }), ConfigError);
  });
});

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

describe('the settings of secret keys', () => {
  const read = (settings: Environment) => readConfig({ ...BASE, STORAGE_DIR: '/var/lib/listings', ...settings });
  const [one, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const text = (key: Buffer) => key.toString('base64');

  it('name one that seals, and any number that are accepted beside it', () => {
    assert.deepEqual(read({}).secretKeysAccepted, []);
    assert.deepEqual(read({ SECRET_KEYS_ACCEPTED: '' }).secretKeysAccepted, []);
    const { secretKey, secretKeysAccepted } = read({ SECRET_KEYS_ACCEPTED: `${text(one)}, ${text(other)},` });
    assert.deepEqual([secretKey, secretKeysAccepted], [Buffer.alloc(32, 7), [one, other]]);
  });

  for (const [name, settings] of [
    ['SECRET_KEY', { SECRET_KEY: 'c2hvcnQ=' }],
    ['SECRET_KEYS_ACCEPTED', { SECRET_KEYS_ACCEPTED: `${text(one)},c2hvcnQ=` }],
  ] as const) {
    it(`that hold a key of another length as ${name} are refused by name, without a value`, () => {
      assert.throws(
        () => read(settings),
        (error) => error instanceof ConfigError && error.message.includes(name) && !/c2hv|AQEB/.test(error.message),
      );
    });
  }
});

describe('the settings of mail', () => {
  const mail = (settings: Environment) => readConfig({ ...BASE, STORAGE_DIR: '/var/lib/listings', ...settings }).mail;
  const from = { name: 'Listings', address: 'listings@service.example' };
  const MAIL_FROM = 'Listings <listings@service.example>';

  it('name a server, a folder, or no way at all', () => {
    assert.equal(mail({}), null);
    assert.deepEqual(mail({ MAIL_DIR: '/tmp/mail' }), {
      folder: '/tmp/mail',
      from: { name: '', address: 'listings@localhost' },
    });
    assert.deepEqual(mail({ SMTP_URL: 'smtps://relay%40x:p%2Fw@mail.example', MAIL_FROM }), {
      smtp: { host: 'mail.example', port: 465, tls: 'from the start', login: { user: 'relay@x', pass: 'p/w' } },
      from,
    });
    for (const [url, host, port, tls] of [
      ['smtp://mail.example', 'mail.example', 587, 'starttls'],
      ['smtp://localhost.example:25/', 'localhost.example', 25, 'starttls'],
      ['smtp://localhost:25', 'localhost', 25, 'none'],
      ['smtp://[::1]:1025', '::1', 1025, 'none'],
    ] as const) {
      assert.deepEqual(mail({ SMTP_URL: url, MAIL_FROM }), { smtp: { host, port, tls, login: null }, from });
    }
  });

  const wrong: [string, Environment, RegExp][] = [
    ['a server and a folder', { SMTP_URL: 'smtps://mail.example', MAIL_DIR: '/tmp/mail', MAIL_FROM }, /Only one of/],
    ['a server without a sender', { SMTP_URL: 'smtps://mail.example' }, /MAIL_FROM is not set/],
    ['another protocol', { SMTP_URL: 'https://mail.example', MAIL_FROM }, /SMTP_URL must be/],
    ['no host', { SMTP_URL: 'smtps://', MAIL_FROM }, /SMTP_URL must be/],
    ['options that are not known', { SMTP_URL: 'smtps://mail.example?secure=false', MAIL_FROM }, /SMTP_URL must be/],
    ['a password with a bare %', { SMTP_URL: 'smtps://u:100%secret@mail.example', MAIL_FROM }, /written as %25/],
    ['a sender without an address', { MAIL_DIR: '/tmp/mail', MAIL_FROM: 'Listings' }, /MAIL_FROM must be/],
    ['a sender with a line break', { MAIL_DIR: '/tmp/mail', MAIL_FROM: `A\r\nBcc: b <a@b.c>` }, /MAIL_FROM must be/],
  ];
  for (const [what, settings, message] of wrong) {
    it(`that name ${what} are refused by name, without a value`, () => {
      assert.throws(
        () => mail(settings),
        (error) => error instanceof ConfigError && message.test(error.message) && !/secret/.test(error.message),
      );
    });
  }
});
