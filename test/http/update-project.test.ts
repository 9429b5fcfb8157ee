import assert from 'node:assert/strict';
import { UpdateProjectSchema } from '../../src/resources/project-input.ts';
import { createReadyProject, expectStatus, projectBody } from '../support/factories.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { PROJECT_FIELDS, SAYS_WHAT_IS_RIGHT, Sent, SITE_URLS } from './support/project-fields.ts';

/** Only create takes images by URL. */
const { logo_url: _logo, screenshot_urls: _screenshots, ...FIELDS } = PROJECT_FIELDS;
const NULLABLE = Object.keys(FIELDS).filter((field) => field !== 'auto_replace' && field !== 'name');
/** One value of each field that is not the empty one. */
const VALUES: Record<string, unknown> = {
  contact_email: 'someone@example.com',
  category: 'saas',
  pricing_model: 'paid',
  price_amount_cents: 900,
  price_period: 'monthly',
  launch_date: '2024-02-29',
  twitter_url: 'https://x.com/acme',
  competitors: [{ name: 'Other', url: null }],
  tags: ['one', 'two'],
  audience: { b2b: true, ai: true, directory: true },
  metadata: { crm: 17 },
};
const EMPTY: Record<string, unknown> = {
  competitors: [],
  tags: [],
  excluded_directories: [],
  metadata: {},
  audience: { b2b: false, ai: false, directory: false },
};

describe('a change of a project', () => {
  let api: TestService;
  let keys: { test: string; live: string };
  let id: string;

  before(async () => {
    api = await startTestService();
    const agency = await api.newAgency();
    keys = { test: agency.keys.test.full, live: agency.keys.live.full };
    VALUES.excluded_directories = [await anyDirectory()];
  });
  after(() => api.close());
  beforeEach(async () => {
    id = await draft();
  });

  const create = (json: unknown, key = keys.test) => api.call('POST', '/projects', { key, json });
  const patch = (json: unknown, of = id, key = keys.test) => api.call('PATCH', `/projects/${of}`, { key, json });
  const read = async (of = id) => expectStatus(await api.call('GET', `/projects/${of}`, { key: keys.test }), 200).body;
  const changed = async (json: unknown, of = id) => expectStatus(await patch(json, of), 200).body;
  const draft = async (overrides = {}): Promise<string> => {
    const { url, contact_email } = projectBody();
    return expectStatus(await create({ url, contact_email, ...overrides }), 201).body.id as string;
  };
  const anyDirectory = async () =>
    (await api.service.db.pool.query<{ id: string }>('select id from directory limit 1')).rows[0]!.id;

  it('takes every settable field, and no image', () => {
    assert.deepEqual(
      [...Object.keys(FIELDS), 'url'].toSorted(),
      Object.keys(UpdateProjectSchema.properties).toSorted(),
    );
  });

  for (const [field, { takes, refuses }] of Object.entries(FIELDS)) {
    it(`takes ${field} up to its borders and reads it back`, async () => {
      for (const value of takes) {
        const { sent, readAs } = value instanceof Sent ? value : new Sent(value);
        if (field in EMPTY) await changed({ [field]: null });
        const after = await changed({ [field]: sent });
        assert.deepEqual(after[field], readAs);
        assert.deepEqual(await read(), after);
      }
    });

    it(`refuses ${field} beyond its borders and changes nothing`, async () => {
      const before = await read();
      for (const [value, code, param = field] of refuses) {
        const { error } = expectStatus(await patch({ promo_code: 'CHANGED', [field]: value }), 422).body;
        const { code: answered, param: named, errors, message } = error;
        assert.match(message as string, SAYS_WHAT_IS_RIGHT);
        assert.deepEqual(
          { code: answered, param: named, errors },
          { code: 'validation_failed', param, errors: [{ param, code }] },
          JSON.stringify(value).slice(0, 200),
        );
      }
      assert.deepEqual(await read(), before);
    });
  }

  for (const field of NULLABLE) {
    it(`tells ${field} that is absent from one that is null or empty`, async () => {
      const value = VALUES[field] ?? 'Some text';
      for (const clearing of field === 'audience' ? [null] : [null, '']) {
        await changed({ [field]: value });
        assert.deepEqual((await changed({ auto_replace: false }))[field], value);
        assert.deepEqual((await changed({ [field]: clearing }))[field], EMPTY[field] ?? null);
      }
    });
  }

  it('needs at least one field', async () => {
    for (const answer of [await patch({}), await api.call('PATCH', `/projects/${id}`, { key: keys.test })]) {
      assert.deepEqual(expectStatus(answer, 422).body.error.errors, [{ param: 'body', code: 'too_few' }]);
    }
  });

  it('takes no image by URL', async () => {
    for (const field of ['logo_url', 'screenshot_urls']) {
      const { error } = expectStatus(await patch({ [field]: null }), 400).body;
      assert.deepEqual([error.code, error.param], ['unknown_parameter', field]);
    }
  });

  it('moves updated_at when something changes, and only then', async () => {
    const before = await read();
    api.clock.advance(60_000);
    assert.deepEqual(await changed({ tagline: null, contact_email: before.contact_email }), before);
    const after = await changed({ tagline: 'New' });
    assert.ok(Date.parse(after.updated_at as string) >= Date.parse(before.updated_at as string) + 60_000);
    assert.deepEqual({ ...after, updated_at: '', tagline: null }, { ...before, updated_at: '' });
  });

  it('names every failure of a body together', async () => {
    const { error } = expectStatus(
      await patch({
        name: 'x',
        category: 'none',
        tags: [1],
        pricing_model: 'free',
        price_amount_cents: 5,
        excluded_directories: [`dir_${'0'.repeat(22)}`],
      }),
      422,
    ).body;
    assert.deepEqual(
      new Set((error.errors as { param: string }[]).map(({ param }) => param)),
      new Set(['name', 'category', 'tags[0]', 'price_amount_cents', 'excluded_directories[0]']),
    );
  });

  describe('of the url', () => {
    it('keeps it as sent, and never empties it', async () => {
      for (const sent of SITE_URLS.takes) assert.equal((await changed({ url: sent })).url, sent);
      assert.equal(
        (await changed({ url: ' https://trimmed-again.example.com\n' })).url,
        'https://trimmed-again.example.com',
      );
      for (const [sent, code] of SITE_URLS.refuses) {
        const { error } = expectStatus(await patch({ url: sent }), 422).body;
        assert.deepEqual(error.errors, [{ param: 'url', code }], JSON.stringify(sent));
      }
    });

    it('takes public sites only in live mode', async () => {
      const live = expectStatus(await create({ url: 'https://acme-tools.io' }, keys.live), 201).body;
      for (const sent of SITE_URLS.refusedInLiveMode) {
        const { error } = expectStatus(await patch({ url: sent }, live.id as string, keys.live), 422).body;
        assert.deepEqual(error.errors, [{ param: 'url', code: 'not_public' }], sent);
      }
    });

    it('forgets what was known of the old site', async () => {
      await api.service.db.pool.query(
        `update project set badge_status = 'installed', badge_checked_at = now(), domain_rating = 40,
          autofill_status = 'complete', autofill_filled = '{name,tagline}', name = 'Old', name_source = 'site',
          site_name = 'Old', tagline = 'Old tagline', short_description = 'Typed'
         where id = $1`,
        [id],
      );
      const after = await changed({ url: 'https://brand-new.example.com' });
      assert.deepEqual(after.badge, { status: 'not_checked', checked_at: null });
      assert.equal(after.domain_rating, null);
      assert.deepEqual(after.autofill, { status: 'running', name_source: 'domain', filled: [], image_candidates: [] });
      assert.deepEqual([after.name, after.tagline, after.short_description], ['Example', null, 'Typed']);
    });

    it('of a launched project ends the reading of its former address', async () => {
      const { id: launched } = await launchedProject();
      assert.equal((await read(launched)).autofill.status, 'running');
      const { autofill } = await changed({ url: 'https://moved-while-read.io' }, launched);
      assert.deepEqual([autofill.status, autofill.filled], ['complete', []]);
    });

    it('of a launched project is not read again', async () => {
      const { id: launched } = await launchedProject();
      await api.service.db.pool.query(
        `update project set badge_status = 'installed', autofill_status = 'complete', autofill_filled = '{tagline}',
          tagline = 'From the site', domain_rating = 40 where id = $1`,
        [launched],
      );
      const after = await changed({ url: 'https://moved-after-launch.io' }, launched);
      assert.deepEqual([after.autofill.status, after.tagline], ['complete', 'From the site']);
      assert.deepEqual([after.name, after.autofill.name_source], ['Moved After Launch', 'domain']);
      assert.equal((await changed({ name: null }, launched)).name, 'Moved After Launch');
      assert.deepEqual([after.badge.status, after.domain_rating], ['not_checked', null]);
    });
  });

  describe('of the name', () => {
    it('to null or an empty string brings the derived one back', async () => {
      const url = 'https://www.little-shop.io/en';
      const of = await draft({ url, name: 'Typed' });
      for (const clearing of [null, '']) {
        assert.equal((await changed({ name: 'Typed' }, of)).autofill.name_source, 'input');
        const after = await changed({ name: clearing }, of);
        assert.deepEqual([after.name, after.autofill.name_source], ['Little Shop', 'domain']);
      }
    });

    it('to null brings the site’s name back once the site was read', async () => {
      await api.service.db.pool.query(
        `update project set autofill_status = 'complete', site_name = 'Acme', name = 'Acme', name_source = 'site',
          autofill_filled = '{name}' where id = $1`,
        [id],
      );
      assert.deepEqual((await changed({ name: 'Typed' })).autofill.filled, []);
      const { name, autofill } = await changed({ name: null });
      assert.deepEqual([name, autofill.name_source, autofill.filled], ['Acme', 'site', ['name']]);
    });
  });

  describe('of prices', () => {
    it('to free clears the price', async () => {
      await changed({ pricing_model: 'paid', price_amount_cents: 900, price_period: 'monthly' });
      const after = await changed({ pricing_model: 'free' });
      assert.deepEqual([after.pricing_model, after.price_amount_cents], ['free', null]);
    });

    it('refuses a price of a product that is or becomes free', async () => {
      for (const json of [{ pricing_model: 'free', price_amount_cents: 5 }, { price_amount_cents: 0 }]) {
        await changed({ pricing_model: 'free' });
        const { error } = expectStatus(await patch(json), 422).body;
        assert.deepEqual(error.errors, [{ param: 'price_amount_cents', code: 'not_allowed' }]);
      }
      assert.equal((await changed({ pricing_model: 'paid', price_amount_cents: 5 })).price_amount_cents, 5);
    });
  });

  describe('of metadata', () => {
    it('merges what is sent, and removes what is null or empty', async () => {
      await changed({ metadata: { a: 1, b: 'two', c: true } });
      assert.deepEqual((await changed({ metadata: { b: null, c: '', d: 4 } })).metadata, { a: 1, d: 4 });
      assert.deepEqual((await changed({ metadata: {} })).metadata, { a: 1, d: 4 });
    });

    it('counts properties after the merge', async () => {
      const full = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`k${index}`, index]));
      await changed({ metadata: full });
      const { error } = expectStatus(await patch({ metadata: { one_more: 1 } }), 422).body;
      assert.deepEqual(error.errors, [{ param: 'metadata', code: 'too_many' }]);
      const after = await changed({ metadata: { one_more: 1, k0: null } });
      assert.deepEqual([Object.keys(after.metadata as object).length, after.metadata.k0], [20, undefined]);
      const others = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`other${index}`, index]));
      const none = Object.fromEntries(Object.keys(after.metadata as object).map((name) => [name, null]));
      assert.deepEqual((await changed({ metadata: { ...none, ...others } })).metadata, others);
    });
  });

  it('of audience keeps the members that are not sent', async () => {
    await changed({ audience: { b2b: true, ai: true } });
    assert.deepEqual((await changed({ audience: { ai: false, directory: true } })).audience, {
      b2b: true,
      ai: false,
      directory: true,
    });
  });

  it('after launch takes all but another contact', async () => {
    const { id: launched, contact_email } = await launchedProject();
    for (const other of ['other@example.com', null, '']) {
      const { error } = expectStatus(await patch({ contact_email: other }, launched), 422).body;
      assert.deepEqual(error.errors, [{ param: 'contact_email', code: 'fixed_after_launch' }]);
    }
    const after = await changed({ contact_email, tagline: 'New', competitors: null, promo_code: null }, launched);
    assert.deepEqual([after.contact_email, after.tagline, after.competitors], [contact_email, 'New', []]);
  });

  it('clashes with another project, and not with itself', async () => {
    const mine = { url: 'https://mine.example.com', contact_email: 'mine@example.com', external_id: 'mine' };
    const of = await draft(mine);
    for (const [field, value] of Object.entries({ ...mine, url: 'http://www.mine.example.com/' })) {
      const { error } = expectStatus(await patch({ [field]: value }), 409).body;
      assert.deepEqual([error.code, error.param, error.existing.id], ['project_exists', field, of]);
      expectStatus(await patch({ [field]: value }, of), 200);
    }
  });

  async function launchedProject(): Promise<{ id: string; contact_email: string }> {
    const { id: ready } = await createReadyProject(api.call, keys.test);
    return expectStatus(await api.call('POST', `/projects/${ready}/launch`, { key: keys.test }), 200).body as {
      id: string;
      contact_email: string;
    };
  }
});
