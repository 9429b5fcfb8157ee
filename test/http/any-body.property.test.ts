import assert from 'node:assert/strict';
import fc from 'fast-check';
import { errorCodesOf } from '../../src/http/openapi/error-codes-of.ts';
import type { Operation } from '../../src/http/operation.ts';
import { createProject, updateProject } from '../../src/http/projects/operations.ts';
import { expectStatus, projectBody } from '../support/factories.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { PROJECT_FIELDS, Sent, SITE_URLS } from './support/project-fields.ts';

const expectedOf = (operation: Operation) =>
  errorCodesOf(operation).filter((code) => code !== 'internal_error' && code !== 'unavailable');

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

describe('any JSON body', () => {
  let api: TestService;
  let key: string;

  before(async () => {
    api = await startTestService();
    key = (await api.newAgency()).keys.test.full;
  });
  after(() => api.close());

  it('of create project gives a listed error, or a project that reads back as sent', async () => {
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
          assert.ok(expectedOf(createProject).includes(body.error.code), JSON.stringify(body));
          return;
        }
        const read = expectStatus(await api.call('GET', `/projects/${body.id}`, { key }), 200).body;
        assert.deepEqual(read, body);
        assert.equal(read.url, (json.url as string).trim());
        assertReadsBack(read, json);
      }),
      { numRuns: 400 },
    );
  });

  it('of update project gives a listed error and changes nothing, or the fields that were sent and no others', async () => {
    const { id } = expectStatus(await api.call('POST', '/projects', { key, json: projectBody() }), 201).body;
    const path = `/projects/${id}`;
    let before = expectStatus(await api.call('GET', path, { key }), 200).body;
    await fc.assert(
      fc.asyncProperty(anyBody, async (sent) => {
        const { url: site, ...rest } = JSON.parse(JSON.stringify(sent ?? null)) ?? {};
        const json = Array.isArray(sent) ? sent : { ...(site === undefined ? {} : { url: site }), ...rest };
        await api.service.db.pool.query('truncate hourly_count');
        const { status, body } = await api.call('PATCH', path, { key, json });
        const read = expectStatus(await api.call('GET', path, { key }), 200).body;
        if (status !== 200) {
          assert.ok(expectedOf(updateProject).includes(body.error.code), JSON.stringify(body));
          assert.deepEqual(read, before);
          return;
        }
        assert.deepEqual(read, body);
        assertReadsBack(read, json as Record<string, unknown>);
        for (const field of Object.keys(SCALARS)) {
          if (!(field in json) && !FOLLOW_OTHERS.has(field)) assert.deepEqual(read[field], before[field], field);
        }
        before = read;
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

/** Fields that another field may change: the address what is derived from it, a free product its price. */
const FOLLOW_OTHERS = new Set(['name', 'price_amount_cents']);

function assertReadsBack(read: Record<string, unknown>, sent: Record<string, unknown>): void {
  for (const [field, value] of Object.entries(sent)) {
    if (field in SCALARS && value !== null && value !== '') assert.deepEqual(read[field], value, field);
  }
}
