import assert from 'node:assert/strict';
import { CreateProjectSchema } from '../../src/resources/project-input.ts';
import { expectStatus, projectBody } from '../support/factories.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { PROJECT_FIELDS, SAYS_WHAT_IS_RIGHT, Sent, SITE_URLS } from './support/project-fields.ts';

describe('the fields of create project', () => {
  let api: TestService;
  let keys: { test: string; live: string };

  before(async () => {
    api = await startTestService();
    const agency = await api.newAgency();
    keys = { test: agency.keys.test.full, live: agency.keys.live.full };
  });
  after(() => api.close());

  const { url } = projectBody();
  let sequence = 0;
  /** A body with nothing but what it must have and these fields. */
  const body = (fields: Record<string, unknown>) => ({ url: `${String(url)}/fields/${++sequence}`, ...fields });
  const create = (json: unknown, key = keys.test) => api.call('POST', '/projects', { key, json });

  for (const [field, { takes, refuses }] of Object.entries(PROJECT_FIELDS)) {
    it(`take ${field} up to its borders and read it back`, async () => {
      for (const value of takes) {
        const { sent, readAs } = value instanceof Sent ? value : new Sent(value);
        const created = expectStatus(await create(body({ [field]: sent })), 201).body;
        assert.deepEqual(created[field], readAs);
        const read = expectStatus(await api.call('GET', `/projects/${created.id}`, { key: keys.test }), 200).body;
        assert.deepEqual(read, created);
        await api.service.db.pool.query('update project set contact_email = null, external_id = null');
      }
    });

    it(`refuse ${field} beyond its borders`, async () => {
      for (const [value, code, param = field] of refuses) {
        const { error } = expectStatus(await create(body({ [field]: value })), 422).body;
        const expected = { code: 'validation_failed', param, errors: [{ param, code }] };
        const { code: answered, param: named, errors, message } = error;
        assert.match(message as string, SAYS_WHAT_IS_RIGHT);
        assert.deepEqual({ code: answered, param: named, errors }, expected, JSON.stringify(value).slice(0, 200));
      }
    });
  }

  it('are all in the table', () => {
    assert.deepEqual(
      [...Object.keys(PROJECT_FIELDS), 'url'].toSorted(),
      Object.keys(CreateProjectSchema.properties).toSorted(),
    );
  });

  it('need a url', async () => {
    const { error } = expectStatus(await create({ name: 'No url' }), 422).body;
    assert.deepEqual(error.errors, [{ param: 'url', code: 'required' }]);
  });

  it('take any http or https url in test mode and keep it as sent', async () => {
    for (const sent of SITE_URLS.takes) {
      const created = expectStatus(await create({ url: sent }), 201).body;
      assert.equal(created.url, sent);
      assert.ok([...(created.name as string)].length >= 2);
    }
    assert.equal(
      expectStatus(await create({ url: '  https://trimmed.example.com\n' }), 201).body.url,
      'https://trimmed.example.com',
    );
  });

  it('refuse what is no http or https url', async () => {
    for (const [sent, code] of SITE_URLS.refuses) {
      const { error } = expectStatus(await create({ url: sent }), 422).body;
      assert.deepEqual(error.errors, [{ param: 'url', code }], JSON.stringify(sent));
    }
  });

  it('take public sites only in live mode', async () => {
    for (const sent of SITE_URLS.refusedInLiveMode) {
      const { error } = expectStatus(await create({ url: sent }, keys.live), 422).body;
      assert.deepEqual(error.errors, [{ param: 'url', code: 'not_public' }], sent);
    }
    const live = expectStatus(await create({ url: 'https://acme-tools.io/en' }, keys.live), 201).body;
    assert.equal(live.livemode, true);
    assert.equal(live.name, 'Acme Tools');
  });

  it('take the longest url of any characters', async () => {
    const letters = Array.from({ length: 2_000 }, (_, index) =>
      String.fromCodePoint(0x4e00 + ((index * 7_919) % 20_000)),
    );
    const sent = `https://long.example.com/${letters.join('')}`;
    assert.equal(expectStatus(await create({ url: sent }), 201).body.url, sent);
    assert.equal(expectStatus(await create({ url: `${sent}/` }), 409).body.error.param, 'url');
  });

  it('refuse a price of a free product', async () => {
    const { error } = expectStatus(await create(body({ pricing_model: 'free', price_amount_cents: 0 })), 422).body;
    assert.deepEqual(error.errors, [{ param: 'price_amount_cents', code: 'not_allowed' }]);
  });

  it('name every failure of a body together', async () => {
    const { error } = expectStatus(
      await create({ name: 'x', category: 'none', tags: [1], pricing_model: 'free', price_amount_cents: 5 }),
      422,
    ).body;
    assert.deepEqual(
      new Set((error.errors as { param: string }[]).map(({ param }) => param)),
      new Set(['url', 'name', 'category', 'tags[0]', 'price_amount_cents']),
    );
  });

  it('show images to be imported in the order they were sent', async () => {
    const created = expectStatus(
      await create(
        body({
          logo_url: 'https://a.example.com/l.png',
          screenshot_urls: ['https://a.example.com/1', 'https://a.example.com/2'],
        }),
      ),
      201,
    ).body;
    const importing = { object: 'image', id: null, livemode: false, status: 'importing', url: null, error: null };
    assert.deepEqual(created.logo, importing);
    assert.deepEqual(created.screenshots, [importing, importing]);
    assert.deepEqual(created.readiness, { ready: false, missing: ['contact_email', 'logo', 'screenshots'] });
    assert.equal(created.allowance, null);
    assert.equal(created.progress, null);
  });

  it('take known directories to exclude', async () => {
    const { rows } = await api.service.db.pool.query<{ id: string }>('select id from directory order by id limit 3');
    const excluded_directories = rows.map((row) => row.id);
    const created = expectStatus(await create(body({ excluded_directories })), 201).body;
    assert.deepEqual(created.excluded_directories, excluded_directories);
  });

  describe('that are unique', () => {
    const clashes: [what: string, field: string, first: Record<string, unknown>, second: Record<string, unknown>][] = [
      ['scheme', 'url', { url: 'https://u1.example.com' }, { url: 'http://u1.example.com' }],
      ['www.', 'url', { url: 'https://u2.example.com' }, { url: 'https://www.u2.example.com' }],
      ['letter case of the host', 'url', { url: 'https://u3.example.com' }, { url: 'https://U3.Example.COM' }],
      ['slash at the end', 'url', { url: 'https://u4.example.com/a' }, { url: 'https://u4.example.com/a/' }],
      ['fragment', 'url', { url: 'https://u5.example.com' }, { url: 'https://u5.example.com/#top' }],
      ['default port', 'url', { url: 'https://u6.example.com' }, { url: 'https://u6.example.com:443/' }],
      [
        'letter case of the email',
        'contact_email',
        { contact_email: 'Me@u7.example.com' },
        { contact_email: 'me@U7.example.com' },
      ],
      ['nothing in the reference', 'external_id', { external_id: 'u8' }, { external_id: 'u8' }],
    ];
    for (const [what, field, first, second] of clashes) {
      it(`clash with a difference in ${what} only`, async () => {
        const { id } = expectStatus(await create(body(first)), 201).body;
        const { error } = expectStatus(await create(body(second)), 409).body;
        assert.deepEqual([error.code, error.param, error.existing.id], ['project_exists', field, id]);
      });
    }

    it('do not clash with a difference in path, query, subdomain, port or letter case of the reference', async () => {
      const base = 'https://v.example.com';
      for (const other of ['', '/A', '/a', '?q=1', '?q=2', ':8443'])
        expectStatus(await create({ url: base + other }), 201);
      expectStatus(await create({ url: 'https://w.v.example.com' }), 201);
      for (const external_id of ['ref', 'REF', ' ref']) expectStatus(await create(body({ external_id })), 201);
    });

    it('make one project and refuse the others, when several are created at once', async () => {
      for (const same of [
        { url: 'https://once.example.com' },
        { contact_email: 'once@example.com' },
        { external_id: 'once' },
      ]) {
        const answers = await Promise.all(Array.from({ length: 8 }, () => create(body(same))));
        const made = answers.filter(({ status }) => status === 201);
        assert.equal(made.length, 1);
        for (const { status, body: refused } of answers.filter((answer) => answer !== made[0])) {
          assert.equal(status, 409);
          assert.equal(refused.error.existing.id, made[0]!.body.id);
          assert.equal(refused.error.param, Object.keys(same)[0]);
        }
      }
    });
  });
});
