import assert from 'node:assert/strict';
import { Client, Connection } from '@temporalio/client';
import type { CatalogEntry } from '../../src/resources/catalog-entry.ts';
import { editDirectory, importCatalog } from '../../src/services/catalog/change-catalog.ts';
import { readEntries } from '../../src/services/catalog/compare-catalog.ts';
import { eventually } from '../support/eventually.ts';
import { createReadyProject, expectStatus } from '../support/factories.ts';
import { openPagerankReply } from '../support/rating-server.ts';
import { startRatingWorld, type RatingWorld } from '../support/rating-world.ts';
import { startDevServer, startTestStack } from '../support/temporal.ts';

const ENTRY: Omit<CatalogEntry, 'slug' | 'url'> = {
  name: 'A directory',
  domain_rating: 10,
  description: 'It lists anything.',
  accepts: 'any',
  categories: [],
  pricing_models: [],
  requirements: [],
  link: 'none',
  review_days: null,
  open: true,
  simulated_outcome: 'live',
};

const entry = (slug: string, url: string, overrides: Partial<CatalogEntry> = {}): CatalogEntry => ({
  ...ENTRY,
  slug,
  name: slug,
  url,
  ...overrides,
});

describe('the ratings of directories', () => {
  let world: RatingWorld;

  beforeEach(async () => {
    world = await startRatingWorld();
  });
  afterEach(() => world.close());

  /** Leaves no directory open but these. */
  async function onlyThese(...entries: CatalogEntry[]): Promise<void> {
    await world.stack.service.db.sql.updateTable('directory').set({ open: false }).execute();
    await importCatalog(world.stack.service, entries);
  }

  const ratingsOf = async (...slugs: string[]) =>
    (await readEntries(world.stack.service.db.sql, slugs))
      .toSorted((a, b) => slugs.indexOf(a.slug) - slugs.indexOf(b.slug))
      .map(({ domain_rating }) => domain_rating);
  const become = (slugs: string[], ratings: number[]) =>
    eventually(`ratings of ${ratings.join()}`, async () => String(await ratingsOf(...slugs)) === String(ratings));

  it('are measured every 30 days while they are open, a domain once for all directories and projects that have it', async () => {
    await onlyThese(
      entry('one', 'https://www.alpha.io/submit'),
      entry('two', 'https://alpha.io/'),
      entry('other', 'https://gamma.dev/'),
      entry('closed', 'https://delta.dev/', { open: false }),
      entry('unknowable', 'http://127.0.0.1/'),
    );
    const all = ['one', 'two', 'other', 'closed', 'unknowable'];
    await world.runDirectoryRatings();
    await become(all, [50, 50, 50, 10, 10]);
    assert.deepEqual(world.asked(), [['alpha.io', 'gamma.dev']]);
    await eventually('the outcome', async () =>
      /measured \*\*2\*\* domains.* those of 0 projects and 3 directories/.test(await world.details()),
    );
    assert.match(await world.runDirectoryRatings(), /No directory was due[\s\S]*Of 4 open directories, 3 have/);

    world.rateAll(7);
    await world.env.sleep('29 days');
    await world.runDirectoryRatings();
    assert.equal(world.asked().length, 1);
    await world.env.sleep('2 days');
    const key = (await world.stack.newAgency()).keys.test.full;
    await world.rated(key, await world.create(key, 'https://blog.alpha.io/'), 70);
    await become(all, [70, 70, 70, 10, 10]);
    assert.deepEqual(world.asked().slice(1), [['alpha.io', 'gamma.dev']]);
  });

  it('are asked about in batches, and one that is not answered keeps its figure', async () => {
    const { rows } = await world.stack.service.db.pool.query<{ slug: string }>('select slug from directory where open');
    const slugs = rows.map(({ slug }) => slug);
    assert.ok(slugs.length > 100);
    const before = await ratingsOf(...slugs);
    world.server.answerWith(() => openPagerankReply({}));
    await world.runDirectoryRatings();
    await eventually('the last batch', async () => {
      const { rowCount } = await world.stack.service.db.pool.query(
        'select 1 from directory where open and (rating_due_at is null or rating_due_at <= $1)',
        [new Date(await world.env.currentTimeMs())],
      );
      return rowCount === 0;
    });
    const asked = world.asked();
    assert.equal(asked[0]!.length, 100);
    assert.equal(new Set(asked.flat()).size, asked.flat().length);
    assert.ok(asked.flat().length > slugs.length * 0.9);
    assert.deepEqual(await ratingsOf(...slugs), before);
    assert.match(await world.runDirectoryRatings(), /No directory was due[\s\S]*0 have a measured rating;/);
  });

  it('order the catalog and the choice anew, and shift no page of listings', async () => {
    await onlyThese(
      entry('first', 'https://first.io/', { domain_rating: 90 }),
      entry('second', 'https://second.io/', { domain_rating: 80 }),
      entry('third', 'https://third.io/', { domain_rating: 70 }),
    );
    const key = (await world.stack.newAgency()).keys.test.full;
    const { id } = await createReadyProject(world.stack.call, key);
    expectStatus(await world.stack.call('POST', `/projects/${id}/launch`, { key }), 200);
    const list = async (path: string) => expectStatus(await world.stack.call('GET', path, { key }), 200).body;
    const top = await list(`/projects/${id}/listings?limit=1`);

    const figures = { 'first.io': 1, 'second.io': 2, 'third.io': 3 };
    world.server.answerWith(() => openPagerankReply(figures));
    await world.runDirectoryRatings();
    await become(['first', 'second', 'third'], [10, 20, 30]);
    const rest = await list(`/projects/${id}/listings?cursor=${top.next_cursor}`);
    assert.deepEqual(
      [...top.data, ...rest.data].map(({ directory }) => [directory.name, directory.domain_rating]),
      [
        ['first', 90],
        ['second', 20],
        ['third', 30],
      ],
    );
    const catalog = await list('/directories?open=true');
    assert.deepEqual(
      catalog.data.map(({ name }: { name: string }) => name),
      ['third', 'second', 'first'],
    );
    const other = await createReadyProject(world.stack.call, key);
    assert.equal((await list(`/projects/${other.id}/readiness`)).directories.top_domain_rating, 30);
  });

  it('stand against a catalog file, until the address changes or an operator says another', async () => {
    const { service } = world.stack;
    const [one, other] = [entry('one', 'https://alpha.io/'), entry('other', 'https://gamma.dev/')];
    await onlyThese(one, other);
    world.server.answerWith(() => openPagerankReply({ 'alpha.io': 5 }));
    await world.runDirectoryRatings();
    await become(['one', 'other'], [50, 10]);

    const file = [
      { ...one, domain_rating: 33 },
      { ...other, domain_rating: 33 },
    ];
    const { changed } = await importCatalog(service, file);
    assert.deepEqual(changed, [{ slug: 'other', fields: ['domain_rating'] }]);
    assert.deepEqual(await ratingsOf('one', 'other'), [50, 33]);

    world.server.answerWith(() => openPagerankReply({ 'alpha.io': 6, 'gamma.dev': 6, 'moved.io': 6 }));
    await editDirectory(service, 'one', { domain_rating: 1 });
    assert.deepEqual(await ratingsOf('one'), [1]);
    await world.runDirectoryRatings();
    await become(['one', 'other'], [60, 60]);
    await importCatalog(service, [{ ...one, url: 'https://moved.io/', domain_rating: 2 }]);
    assert.deepEqual(await ratingsOf('one', 'other'), [2, 60]);
    await world.runDirectoryRatings();
    await become(['one'], [60]);
  });
});

describe('the schedule of the ratings of directories', () => {
  it('runs every day, one at a time, and has what is due measured', async () => {
    const server = await startDevServer();
    const connection = await Connection.connect({ address: server.address });
    const stack = await startTestStack(server.address);
    const schedule = new Client({ connection }).schedule.getHandle('directory-ratings');
    const { spec, policies } = await schedule.describe();
    assert.deepEqual(
      spec.intervals?.map(({ every }) => every),
      [86_400_000],
    );
    assert.equal(policies.overlap, 'SKIP');
    const measured = async () => {
      const { rows } = await stack.service.db.pool.query<{ open: boolean; measured: number; all: number }>(
        'select open, count(rating_measured_at) as measured, count(*) as all from directory group by open',
      );
      return rows;
    };
    await editDirectory(stack.service, 'trustpilot', { open: false });
    await schedule.trigger();
    await eventually('all open ones', async () =>
      (await measured()).every(({ open, measured, all }) => !open || measured === all),
    );
    assert.equal((await measured()).find(({ open }) => !open)!.measured, 0);
    await stack.close();
    await connection.close();
    await server.stop();
  });
});
