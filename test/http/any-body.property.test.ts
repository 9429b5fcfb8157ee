import assert from 'node:assert/strict';
import fc from 'fast-check';
import { errorCodesOf } from '../../src/http/openapi.ts';
import { createProject } from '../../src/http/projects/operations.ts';
import { expectStatus } from '../support/factories.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { PROJECT_FIELDS, Sent, SITE_URLS } from './support/project-fields.ts';

const EXPECTED = errorCodesOf(createProject).filter((code) => code !== 'internal_error' && code !== 'unavailable');

/** Values of a field: of its table, and any other that JSON can hold. */
function valueOf(field: string): fc.Arbitrary<unknown> {
  const { takes, refuses } = PROJECT_FIELDS[field]!;
  const known = [
    ...takes.map((value) => (value instanceof Sent ? value.sent : value)),
    ...refuses.map(([value]) => value),
  ];
  return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, fc.jsonValue(), fc.string({ unit: 'binary' }));
}

const url = fc.oneof(
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.constantFrom(...SITE_URLS.takes),
  fc.jsonValue(),
);
const fields = fc.record(Object.fromEntries(Object.keys(PROJECT_FIELDS).map((field) => [field, valueOf(field)])), {
  requiredKeys: [],
});
const anyBody = fc.oneof(
  { weight: 1, arbitrary: fc.jsonValue() },
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.option(url, { nil: undefined, freq: 20 }), fields)
      .map(([site, rest]) => ({ url: site, ...rest })),
  },
);

describe('any JSON body of create project', () => {
  let api: TestService;
  let key: string;

  before(async () => {
    api = await startTestService();
    key = (await api.newAgency()).keys.test.full;
  });
  after(() => api.close());

  it('gives a listed error, or a project that reads back as sent', async () => {
    await fc.assert(
      fc.asyncProperty(anyBody, async (sent) => {
        const json = JSON.parse(JSON.stringify(sent)) as Record<string, unknown>;
        await api.service.db.pool.query('truncate hourly_count');
        const { status, body } = await api.call('POST', '/projects', {
          key,
          body: JSON.stringify(sent),
          headers: JSON_TYPE,
        });
        if (status !== 201) {
          assert.ok(EXPECTED.includes(body.error.code), JSON.stringify(body));
          return;
        }
        const read = expectStatus(await api.call('GET', `/projects/${body.id}`, { key }), 200).body;
        assert.deepEqual(read, body);
        assert.equal(read.url, (json.url as string).trim());
        for (const [field, value] of Object.entries(json)) {
          if (field in SCALARS && value !== null && value !== '') assert.deepEqual(read[field], value, field);
        }
      }),
      { numRuns: 400 },
    );
  });
});

const JSON_TYPE = { 'content-type': 'application/json' };

/** Fields that read back exactly as they were sent, if they were. */
const SCALARS = {
  name: true,
  maker_name: true,
  contact_email: true,
  tagline: true,
  short_description: true,
  long_description: true,
  category: true,
  pricing_model: true,
  price_amount_cents: true,
  price_period: true,
  launch_date: true,
  twitter_url: true,
  tags: true,
  promo_code: true,
  promo_description: true,
  external_id: true,
  auto_replace: true,
};
