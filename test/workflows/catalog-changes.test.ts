import assert from 'node:assert/strict';
import type { TemporalServer } from '../../dev/temporal-server.ts';
import { newId } from '../../src/db/new-id.ts';
import type { CatalogEntry } from '../../src/resources/catalog-entry.ts';
import { setSuspended } from '../../src/services/accounts/suspend-account.ts';
import { readAnnouncements } from '../../src/services/catalog/announce-directories.ts';
import { editDirectory, importCatalog } from '../../src/services/catalog/change-catalog.ts';
import { markProjectsForDirectories } from '../../src/services/catalog/mark-projects.ts';
import { setHold } from '../../src/services/projects/hold-project.ts';
import { startWorker } from '../../src/main/start-worker.ts';
import { eventually } from '../support/eventually.ts';
import { createReadyProject, expectStatus } from '../support/factories.ts';
import { readFeed } from '../support/feed.ts';
import { silent } from '../support/service.ts';
import { allDirectories, openDirectories } from '../support/open-directories.ts';
import { startDevServer, startTestStack, workflowBundle, type TestStack } from '../support/temporal.ts';

/** More than one batch of the walk. */
const MANY = 240;

describe('a directory that joins the catalog', () => {
  let server: TemporalServer;
  let stack: TestStack;
  let accountId: string;
  let key: string;
  let names = 0;

  before(async () => {
    server = await startDevServer();
    // So slow that nothing but the tests moves listings.
    stack = await startTestStack(server.address, { SIMULATION_PACE: '0.001' });
  });
  after(async () => {
    await stack.close();
    await server.stop();
  });
  beforeEach(async () => {
    const agency = await stack.newAgency();
    ({ accountId } = agency);
    key = agency.keys.test.full;
  });

  const newDirectory = (changes: Partial<CatalogEntry> = {}): CatalogEntry => ({
    slug: `joins-${++names}`,
    name: `Joins ${names}`,
    url: `https://joins-${names}.example`,
    domain_rating: 0,
    description: 'A directory that joins.',
    accepts: 'any',
    categories: [],
    pricing_models: [],
    requirements: [],
    link: 'none',
    review_days: null,
    open: true,
    simulated_outcome: 'live',
    ...changes,
  });
  const read = async (id: string) => expectStatus(await stack.call('GET', `/projects/${id}`, { key }), 200).body;
  const listed = async (id: string) => {
    const { body } = expectStatus(await stack.call('GET', `/projects/${id}/listings?limit=100`, { key }), 200);
    return body.data as { id: string; directory: { name: string } }[];
  };
  const used = async (id: string, { name }: CatalogEntry) =>
    (await listed(id)).some(({ directory }) => directory.name === name);
  const whenUsed = (id: string, directory: CatalogEntry) =>
    eventually(`a listing at ${directory.name}`, () => used(id, directory));
  const whenAnnounced = () =>
    eventually('the end of the announcement', async () => (await readAnnouncements(stack.service.db.sql)).length === 0);

  /** A project that is complete, with free allowance, which takes nothing of the present catalog any more. */
  const completed = async (json: object = { auto_replace: true }): Promise<string> => {
    const [best] = await openDirectories(stack.service);
    const excluded_directories = await allDirectories(stack.service);
    const { id } = await createReadyProject(stack.call, key, { excluded_directories });
    const directories = { include: [best!] };
    expectStatus(await stack.call('POST', `/projects/${id}/launch`, { key, json: { directories, ...json } }), 200);
    await eventually('a slot', async () => (await read(id)).progress.in_progress === 1);
    const [listing] = await listed(id);
    const path = `/test_helpers/listings/${listing!.id}/advance`;
    expectStatus(await stack.call('POST', path, { key, json: { to: 'live' } }), 200);
    assert.equal((await read(id)).status, 'completed');
    return id;
  };

  it('reaches a completed project that replaces, and no other', async () => {
    const [still, replacing] = [await completed({ auto_replace: false }), await completed()];
    const before = (await readFeed(stack.call, key)).length;
    const directory = newDirectory();
    await importCatalog(stack.service, [directory]);
    await whenUsed(replacing, directory);
    await whenAnnounced();
    assert.deepEqual([(await listed(replacing)).length, (await read(replacing)).status], [2, 'in_progress']);
    assert.deepEqual([(await listed(still)).length, (await read(still)).status], [1, 'completed']);
    const events = (await readFeed(stack.call, key)).slice(before);
    assert.deepEqual(
      events.filter(({ type }) => type.startsWith('project.')).map(({ type, project }) => [type, project]),
      [
        ['project.in_progress', replacing],
        ['project.listings_added', replacing],
      ],
    );
  });

  it('leaves alone a project whose allowance is all taken, and one that it does not fit', async () => {
    const replacing = await completed();
    const { id: full } = await createReadyProject(stack.call, key);
    expectStatus(await stack.call('POST', `/projects/${full}/launch`, { key, json: { auto_replace: true } }), 200);
    assert.equal((await read(full)).allowance.available, 0);
    const before = (await readFeed(stack.call, key)).length;
    const events = async () =>
      (await readFeed(stack.call, key))
        .slice(before)
        .filter(({ type }) => type.startsWith('project.'))
        .map(({ type, project }) => [type, project]);
    const unfit = newDirectory({ accepts: 'ai' });
    await importCatalog(stack.service, [unfit]);
    await whenAnnounced();
    assert.deepEqual(await events(), []);
    const fit = newDirectory();
    await importCatalog(stack.service, [fit]);
    await whenUsed(replacing, fit);
    await whenAnnounced();
    assert.deepEqual([await used(full, fit), (await listed(full)).length], [false, 100]);
    assert.deepEqual(await events(), [
      ['project.in_progress', replacing],
      ['project.listings_added', replacing],
    ]);
  });

  it('reaches a project that is held when it is released', async () => {
    const [held, replacing] = [await completed(), await completed()];
    await setHold(stack.service, held, 'review');
    const directory = newDirectory();
    await importCatalog(stack.service, [directory]);
    await whenUsed(replacing, directory);
    await whenAnnounced();
    assert.deepEqual([await used(held, directory), (await read(held)).status], [false, 'on_hold']);
    await setHold(stack.service, held, null);
    await whenUsed(held, directory);
  });

  it('reaches the projects of an account that is suspended when it is resumed', async () => {
    const suspended = await completed();
    await setSuspended(stack.service, accountId, true);
    const directory = newDirectory();
    await importCatalog(stack.service, [directory]);
    await whenAnnounced();
    assert.equal(await used(suspended, directory), false);
    await setSuspended(stack.service, accountId, false);
    await whenUsed(suspended, directory);
  });

  it('waits for a change of a project that is under way', async () => {
    const changing = await completed({ auto_replace: false });
    const change = await stack.service.db.pool.connect();
    await change.query('begin');
    await change.query('update project set auto_replace = true where id = $1', [changing]);
    const directory = newDirectory();
    await importCatalog(stack.service, [directory]);
    await eventually('the walk to come to it', async () => {
      const { rowCount } = await stack.service.db.pool.query(
        `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      );
      return rowCount === 1;
    });
    await change.query('commit');
    change.release();
    await whenUsed(changing, directory);
  });

  it('closed reaches projects only once it opens', async () => {
    const replacing = await completed();
    const [directory, open] = [newDirectory({ open: false }), newDirectory()];
    await importCatalog(stack.service, [directory, open]);
    await whenUsed(replacing, open);
    await whenAnnounced();
    assert.equal(await used(replacing, directory), false);
    await editDirectory(stack.service, directory.slug, { open: true });
    await whenUsed(replacing, directory);
  });

  it('reaches every project, in every account and mode, once, after a walk that broke off and whose message was lost', async () => {
    const original = await completed();
    const other = (await stack.newAgency()).accountId;
    const copies = [...(await copy(original, accountId)), ...(await copy(original, other))];
    await stack.worker.close();
    const directory = newDirectory();
    await importCatalog(stack.service, [directory]);
    const [announcement] = await readAnnouncements(stack.service.db.sql);
    const ids = [announcement!.directoryId];
    const last = await markProjectsForDirectories(stack.service, ids, null, stack.clock.now());
    assert.notEqual(last, null, 'there is more than one batch');
    await stack.service.db.sql.deleteFrom('outbox').where('target', '=', 'catalog-changes').execute();
    stack.worker = await startWorker(stack.config, stack.service, silent, await workflowBundle());
    await whenAnnounced();
    const all = [original, ...copies];
    await eventually(
      'a listing for every project',
      async () => (await marksAndListings(ids[0]!, all)).listings === all.length,
    );
    assert.deepEqual(await marksAndListings(ids[0]!, all), { listings: all.length, marked: 0 });
  });

  /** Copies a launched project, without its listings, into an account: an even number in each mode. */
  async function copy(original: string, account: string): Promise<string[]> {
    const ids = Array.from({ length: MANY / 2 }, () => newId('project', stack.clock.now()));
    await stack.service.db.pool.query(
      `insert into project
       select (jsonb_populate_record(p, jsonb_build_object('id', c.id, 'url_key', c.id, 'contact_email', c.id,
         'account_id', $3::text, 'livemode', c.position % 2 = 0))).*
       from project p, unnest($2::text[]) with ordinality as c (id, position) where p.id = $1`,
      [original, ids, account],
    );
    return ids;
  }

  async function marksAndListings(directory: string, projects: string[]) {
    const { rows } = await stack.service.db.pool.query<{ listings: number; marked: number }>(
      `select
         (select count(*) from listing where directory_id = $1 and project_id = any($2)) as listings,
         (select count(*) from project where auto_replace_due_at is not null and id = any($2)) as marked`,
      [directory, projects],
    );
    return rows[0]!;
  }
});
