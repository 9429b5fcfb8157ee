import assert from 'node:assert/strict';
import { ServiceError } from '../../src/errors.ts';
import { setDriver } from '../../src/services/drivers/set-driver.ts';
import { descriptionOf, keepOneDirectory } from '../support/directory-world.ts';
import { startTestService, type TestService } from '../support/service.ts';

const GOOD = descriptionOf('https://directory.example') as {
  submit: { fields: object };
} & Record<string, unknown>;
const AUTH = { ...GOOD, auth: { kind: 'bearer' } };
const submit = (members: object) => ({ ...GOOD, submit: { ...GOOD.submit, ...members } });

describe('the driver of a directory', () => {
  let api: TestService;
  let directory: string;

  before(async () => {
    api = await startTestService();
    directory = await keepOneDirectory(api);
  });
  after(() => api.close());

  const stored = async () =>
    (
      await api.service.db.pool.query(
        `select d.driver, s.sealed from directory d left join directory_secret s on s.directory_id = d.id where d.id = $1`,
        [directory],
      )
    ).rows[0] as { driver: object | null; sealed: Buffer | null };

  const REFUSED: [what: string, driver: unknown, secret: string | undefined, sentence: RegExp][] = [
    ['no object', 'http', undefined, /^The driver has the wrong type: it takes an object\.$/],
    ['another kind', { ...GOOD, kind: 'email' }, undefined, /`kind` has a value .*it takes one of `http/],
    ['a member that there is not', { ...GOOD, retries: 3 }, undefined, /`retries` is not a member of a driver/],
    [
      'no address',
      submit({ url: 'ftp://x' }),
      undefined,
      /`submit.url` has the wrong format: it takes an http or https/,
    ],
    ['an address with a password', submit({ url: 'https://u:p@x.dev' }), undefined, /`submit.url`/],
    ['no fields', submit({ fields: {} }), undefined, /`submit.fields` has too few/],
    [
      'a placeholder that there is not',
      submit({ fields: { a: 'Hi {{project.nmae}}' } }),
      undefined,
      /`submit.fields.a` has `{{project.nmae}}`, which is no placeholder; there are {{project.name}}, /,
    ],
    ['a half character', submit({ fields: { a: '\ud800' } }), undefined, /`submit.fields.a` must be a text/],
    [
      'a header with a line break',
      submit({ headers: { a: 'b\r\nc: d' } }),
      undefined,
      /`submit.headers.a` has the wrong/,
    ],
    [
      'a header that is no name',
      submit({ headers: { 'a b': 'c' } }),
      undefined,
      /wrong format: it takes the name of a/,
    ],
    ['a header of the service', submit({ headers: { 'Idempotency-Key': 'x' } }), undefined, /the service's own/],
    ['a header twice', submit({ headers: { a: 'b', A: 'c' } }), undefined, /must name each header once/],
    ['a secret in the headers', submit({ headers: { Authorization: 'x' } }), undefined, /a secret is sent by `auth`/],
    ['a header of no name', { ...GOOD, auth: { kind: 'header' } }, 's', /`auth.header` names the header/],
    ['a name that is not sent', { ...GOOD, auth: { kind: 'basic', header: 'a' } }, 'u:p', /`auth.header` names/],
    ['a redirect', { ...GOOD, rejected: { statuses: [302] } }, undefined, /The status 302 is a redirect/],
    ['a status of all', { ...GOOD, rejected: { statuses: [429] } }, undefined, /The status 429 means the same/],
    ['a status twice', { ...GOOD, rejected: { statuses: [201] } }, undefined, /201 cannot be both/],
    [
      'a failure accepted',
      { ...GOOD, accepted: { statuses: [500], then: 'live' } },
      undefined,
      /too large.* at most 499/,
    ],
    ['a link unread', { ...GOOD, live_url: { json_pointer: '/a' } }, undefined, /`live_url` is read only where/],
    ['a pointer that is none', { ...GOOD, live_url: { json_pointer: 'a.b' } }, undefined, /a JSON pointer such as/],
    ['no turn a day', { ...GOOD, per_day: 0 }, undefined, /`per_day` is too small: it takes at least 1/],
    ['no secret', AUTH, undefined, /needs a secret, and the directory has none yet/],
    ['a secret for nothing', GOOD, 's', /A secret is for a driver with `auth`/],
    ['a secret of two lines', AUTH, 'a\nb', /The secret must be one line/],
    ['a secret without a user', { ...GOOD, auth: { kind: 'basic' } }, 'password', /a user name, a colon and/],
  ];
  for (const [what, driver, secret, sentence] of REFUSED) {
    it(`is refused with a sentence when it has ${what}, and changes nothing`, async () => {
      await assert.rejects(setDriver(api.service, directory, driver, secret), (error: unknown) => {
        assert.ok(error instanceof ServiceError);
        assert.match(error.message, sentence);
        return true;
      });
      assert.deepEqual(await stored(), { driver: null, sealed: null });
    });
  }

  it('is refused for a directory that there is not', () =>
    assert.rejects(setDriver(api.service, 'dir_0000000000000000000000', GOOD), /There is no directory dir_0000/));

  it('keeps its secret sealed and over a change, and loses it with `auth`', async () => {
    await setDriver(api.service, directory, AUTH, 'the-secret');
    const first = await stored();
    assert.deepEqual(first.driver, AUTH);
    assert.equal(api.service.secrets.open(first.sealed!), 'the-secret');
    assert.doesNotMatch(first.sealed!.toString('latin1'), /the-secret/);
    await setDriver(api.service, directory, { ...AUTH, per_day: 3 });
    assert.deepEqual((await stored()).sealed, first.sealed);
    await setDriver(api.service, directory, GOOD);
    assert.deepEqual(await stored(), { driver: GOOD, sealed: null });
    await setDriver(api.service, directory, null);
    assert.deepEqual(await stored(), { driver: null, sealed: null });
  });

  it('is not shown to clients', async () => {
    await setDriver(api.service, directory, AUTH, 'the-secret');
    const { keys } = await api.newAgency();
    const { body } = await api.call('GET', `/directories/${directory}`, { key: keys.test.full });
    assert.equal(body.id, directory);
    assert.ok(!('driver' in body));
    await setDriver(api.service, directory, null);
  });
});
