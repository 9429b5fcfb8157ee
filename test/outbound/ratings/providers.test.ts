import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createAddressPolicy } from '../../../src/outbound/address-policy.ts';
import { createGuardedFetch, type GuardedFetch } from '../../../src/outbound/guarded-fetch.ts';
import { createRatingProvider } from '../../../src/outbound/ratings/create-rating-provider.ts';
import {
  RatingFault,
  RatingRefused,
  RatingSlowDown,
  type RatingProvider,
} from '../../../src/outbound/ratings/rating-provider.ts';
import {
  domainsOf,
  openPagerankReply,
  startRatingServer,
  type RatingReply,
  type RatingServer,
} from '../../support/rating-server.ts';

const KEY = 'a-secret-key';
const NAMES = ['open-pagerank', 'ahrefs'] as const;

describe('a provider of domain ratings', () => {
  let server: RatingServer;
  let fetch: GuardedFetch;

  before(async () => {
    server = await startRatingServer();
    fetch = createGuardedFetch({ policy: createAddressPolicy({ allow: ['127.0.0.1'] }), userAgent: 'test' });
  });
  beforeEach(() => void (server.received.length = 0));
  after(async () => {
    await fetch.close();
    await server.close();
  });

  function provider(name: (typeof NAMES)[number]): RatingProvider {
    return createRatingProvider({ name, apiKey: KEY, apiUrl: server.url }, fetch)!;
  }

  const ahrefsReply = (figure: unknown): RatingReply => ({
    status: 200,
    body: JSON.stringify({ domain_rating: { domain_rating: figure, license: 'http://ahrefs.com/legal/…' } }),
  });

  describe('open-pagerank', () => {
    it('asks about up to 100 domains in one call, with the key, and takes ten times the figure', async () => {
      server.answerWith(() => openPagerankReply({ 'acme.io': 4.68, 'big.com': 10, 'new.dev': 0 }));
      const rated = await provider('open-pagerank').rate(['acme.io', 'big.com', 'new.dev']);
      assert.deepEqual(Object.fromEntries(rated), { 'acme.io': 47, 'big.com': 100, 'new.dev': 0 });
      const [request, ...others] = server.received;
      assert.equal(others.length, 0);
      assert.equal(`${request!.method} ${request!.url}`, 'POST /v1/domains/bulk');
      assert.equal(request!.headers.authorization, `Bearer ${KEY}`);
      assert.deepEqual(domainsOf(request!), ['acme.io', 'big.com', 'new.dev']);
      assert.equal(provider('open-pagerank').maxDomainsPerCall, 100);
    });

    it('rates a domain that it does not know 0, and says nothing of one that it leaves out', async () => {
      server.answerWith(() => openPagerankReply({ 'unknown.io': null, 'other.io': 3 }));
      const rated = await provider('open-pagerank').rate(['unknown.io', 'left-out.io']);
      assert.deepEqual(Object.fromEntries(rated), { 'unknown.io': 0, 'left-out.io': null });
    });

    it('finds a host of a platform under the domain of the platform, and names in any alphabet', async () => {
      const platform = { domain: 'github.io', found: true, open_page_rank: 9 };
      const hosts = [{ host: 'acme.github.io', found: true, open_page_rank: 1.2 }];
      const results = [
        { ...platform, hosts },
        { ...platform, domain: 'Пример.рф', open_page_rank: 2 },
      ];
      server.answerWith(() => ({ status: 200, body: JSON.stringify({ results }) }));
      const rated = await provider('open-pagerank').rate(['acme.github.io', 'xn--e1afmkfd.xn--p1ai']);
      assert.deepEqual([...rated.values()], [12, 20]);
    });
  });

  describe('ahrefs', () => {
    it('asks about one domain a call, with the key, and takes the figure rounded', async () => {
      server.answerWith(() => ahrefsReply(45.6));
      const ahrefs = provider('ahrefs');
      assert.deepEqual([...(await ahrefs.rate(['acme.io']))], [['acme.io', 46]]);
      const [request] = server.received;
      assert.equal(
        `${request!.method} ${request!.url}`,
        'GET /v3/public/domain-rating-free?target=acme.io&output=json',
      );
      assert.equal(request!.headers.authorization, `Bearer ${KEY}`);
      assert.equal(ahrefs.maxDomainsPerCall, 1);
      assert.match(ahrefs.attribution, /^Domain Rating by Ahrefs \(https:\/\/ahrefs\.com\/\)$/);
    });

    it('rates a domain without links 0, and says nothing of a domain that it does not take', async () => {
      server.answerWith(({ url }) =>
        url.includes('odd') ? { status: 400, body: '{"error":"bad target"}' } : ahrefsReply(0),
      );
      assert.deepEqual([...(await provider('ahrefs').rate(['new.dev'])).values()], [0]);
      assert.deepEqual([...(await provider('ahrefs').rate(['odd.dev'])).values()], [null]);
    });
  });

  for (const name of NAMES) {
    describe(`${name}, when something is wrong,`, () => {
      const failure = async (reply: RatingReply | null): Promise<Error> => {
        server.answerWith(() => reply);
        const error = await provider(name)
          .rate(['acme.io'])
          .then(
            () => assert.fail('it rated'),
            (reason: unknown) => reason,
          );
        assert.ok(error instanceof Error);
        assert.ok(!`${error.message} ${String(error.cause)}`.includes(KEY));
        return error;
      };

      for (const status of [401, 402, 403]) {
        it(`takes ${status} for a refusal of the key`, async () => {
          assert.ok((await failure({ status, body: `{"error":"no access with ${KEY}"}` })) instanceof RatingRefused);
        });
      }

      const DATE = 'Sat, 21 Nov 2026 12:00:00 GMT';
      for (const [said, headers, ms] of [
        ['seconds', { 'retry-after': '120' }, 120_000],
        ['a time', { date: DATE, 'retry-after': 'Sat, 21 Nov 2026 12:05:00 GMT' }, 300_000],
        ['a time that has passed', { date: DATE, 'retry-after': 'Sat, 21 Nov 2026 11:00:00 GMT' }, 0],
        ['far too long', { 'retry-after': '99999999999' }, 31 * 86_400_000],
        ['nonsense', { 'retry-after': 'soon' }, null],
        ['nothing', {}, null],
      ] as const) {
        it(`slows down when it says so, with ${said} to wait`, async () => {
          const error = await failure({ status: 429, headers: { ...headers } });
          assert.ok(error instanceof RatingSlowDown);
          assert.equal(error.retryAfterMs, ms);
        });
      }

      for (const [what, reply] of [
        ['a status of 500', { status: 500, body: '{}' }],
        ['a status of 204', { status: 204 }],
        ['a redirect, which is not followed with the key', { status: 302, headers: { location: '/elsewhere' } }],
        ['a page', { status: 200, body: '<html>' }],
        [
          'a figure that is a text',
          name === 'ahrefs'
            ? ahrefsReply('46')
            : { status: 200, body: '{"results":[{"domain":"acme.io","found":true,"open_page_rank":"4"}]}' },
        ],
        ['a figure above the highest', name === 'ahrefs' ? ahrefsReply(100.1) : openPagerankReply({ 'acme.io': 10.1 })],
        ['a figure below 0', name === 'ahrefs' ? ahrefsReply(-1) : openPagerankReply({ 'acme.io': -0.1 })],
        ['an endless body', { status: 200, body: Buffer.alloc(2_000_000, ' ') }],
        ['a broken connection', null],
      ] as const) {
        it(`takes ${what} for a fault`, async () => {
          assert.ok((await failure(reply)) instanceof RatingFault);
          assert.equal(server.received.length, 1);
        });
      }

      it('makes a figure of no answer that holds none', async () => {
        const member = fc.constantFrom(
          'results',
          'domain',
          'found',
          'open_page_rank',
          'hosts',
          'domain_rating',
          'acme.io',
        );
        const json = fc.letrec<{ node: unknown }>((tie) => ({
          node: fc.oneof(
            { maxDepth: 5 },
            fc.constantFrom<unknown>(null, true, false, '', 'acme.io', '5', 'NaN', -1, 101, 1e308),
            fc.array(tie('node'), { maxLength: 3 }),
            fc.dictionary(member, tie('node'), { maxKeys: 5 }),
          ),
        })).node;
        const body = fc.oneof(
          fc.uint8Array().map((bytes) => Buffer.from(bytes)),
          fc.string(),
          json.map((value) => JSON.stringify(value)),
        );
        await fc.assert(
          fc.asyncProperty(body, async (answer) => {
            server.answerWith(() => ({ status: 200, body: answer }));
            const rated = await provider(name)
              .rate(['acme.io'])
              .catch((error: unknown) => {
                assert.ok(error instanceof RatingFault, String(error));
                return null;
              });
            const rating = rated?.get('acme.io') ?? null;
            const unknown = name === 'open-pagerank' && /"found":false/.test(String(answer));
            if (rating !== null) assert.ok(rating === 0 && unknown, `${String(answer)} gave ${rating}`);
          }),
          { numRuns: 300 },
        );
      });

      it('makes whole figures from 0 to 100 of the answers that hold one', async () => {
        const most = name === 'ahrefs' ? 100 : 10;
        await fc.assert(
          fc.asyncProperty(fc.double({ noNaN: true, min: -most, max: 2 * most }), async (figure) => {
            server.answerWith(() =>
              name === 'ahrefs' ? ahrefsReply(figure) : openPagerankReply({ 'acme.io': figure }),
            );
            const asked = provider(name).rate(['acme.io']);
            if (!(figure >= 0 && figure <= most)) return assert.rejects(asked, RatingFault);
            const rating = (await asked).get('acme.io')!;
            assert.ok(Number.isInteger(rating) && Math.abs(rating - (figure / most) * 100) <= 0.5);
          }),
          { numRuns: 100 },
        );
      });
    });
  }

  it('is not asked for anything by the fixture, which always says the same', async () => {
    const fixture = createRatingProvider({ name: 'fixture' }, fetch)!;
    const domains = Array.from({ length: 100 }, (_, index) => `site-${index}.com`);
    const rated = await fixture.rate(domains);
    assert.deepEqual(await fixture.rate(domains), rated);
    assert.ok([...rated.values()].every((rating) => Number.isInteger(rating) && rating! >= 0 && rating! <= 100));
    assert.ok(new Set(rated.values()).size > 30);
    assert.equal(server.received.length, 0);
  });

  it('is absent when the settings name none', () => {
    assert.equal(createRatingProvider({ name: 'none' }, fetch), null);
  });
});
