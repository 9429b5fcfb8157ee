import assert from 'node:assert/strict';
import type { TemporalServer } from '../../dev/temporal-server.ts';
import { setSuspended } from '../../src/services/accounts/suspend-account.ts';
import type { HoldReason } from '../../src/domain/project-status.ts';
import { moveListing } from '../../src/services/listings/move-listing.ts';
import { readListing } from '../../src/services/listings/read-listing.ts';
import { autoReplace } from '../../src/services/projects/auto-replace.ts';
import { setHold } from '../../src/services/projects/hold-project.ts';
import { eventually } from '../support/eventually.ts';
import { createReadyProject, expectStatus } from '../support/factories.ts';
import { readFeed } from '../support/feed.ts';
import { allDirectories, openDirectories } from '../support/open-directories.ts';
import { startDevServer, startTestStack, type TestStack } from '../support/temporal.ts';

interface Listed {
  id: string;
  status: string;
  directory: { id: string };
}

describe('auto-replace', () => {
  let server: TemporalServer;
  let stack: TestStack;
  let accountId: string;
  let key: string;
  let catalog: string[];
  /** 5 directories that take anything. */
  let open: string[];

  before(async () => {
    server = await startDevServer();
    // So slow that nothing but the tests moves listings.
    stack = await startTestStack(server.address, { SIMULATION_PACE: '0.001' });
    catalog = await allDirectories(stack.service);
    open = (await openDirectories(stack.service)).slice(0, 5);
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

  /** Launches on 3 directories of 5 that the project may use, so that 2 are left to be added. */
  const launched = async (json: object = { auto_replace: true }): Promise<string> => {
    const excluded_directories = catalog.filter((directory) => !open.includes(directory));
    const { id } = await createReadyProject(stack.call, key, { excluded_directories });
    const directories = { include: open.slice(0, 3) };
    expectStatus(await stack.call('POST', `/projects/${id}/launch`, { key, json: { directories, ...json } }), 200);
    return id;
  };
  const read = async (id: string) => expectStatus(await stack.call('GET', `/projects/${id}`, { key }), 200).body;
  const listings = async (id: string) =>
    expectStatus(await stack.call('GET', `/projects/${id}/listings?limit=100`, { key }), 200).body.data as Listed[];
  const advance = async (listing: string, to: string) =>
    expectStatus(await stack.call('POST', `/test_helpers/listings/${listing}/advance`, { key, json: { to } }), 200);
  const whenTotal = (id: string, total: number) =>
    eventually(`${total} listings`, async () => {
      const project = await read(id);
      return project.progress.total === total ? project : null;
    });

  for (const end of ['cancelled', 'not_accepted']) {
    it(`adds the directories that fit when a listing ends ${end}`, async () => {
      const id = await launched();
      const [first] = await listings(id);
      await advance(first!.id, end);
      const project = await whenTotal(id, 5);
      assert.equal(project.status, 'in_progress');
      const used = (await listings(id)).map(({ directory }) => directory.id);
      assert.deepEqual(used.toSorted(), open.toSorted());
      const added = (await readFeed(stack.call, key)).filter(({ type }) => type === 'project.listings_added');
      assert.deepEqual(
        added.map(({ data }) => (data as unknown as { listings_added: number }).listings_added),
        [2],
      );
    });
  }

  it('leaves a project alone that does not replace', async () => {
    const [id, replacing] = [await launched({ auto_replace: false }), await launched()];
    for (const project of [id, replacing]) await advance((await listings(project))[0]!.id, 'cancelled');
    await whenTotal(replacing, 5);
    assert.equal((await read(id)).progress.total, 3);
  });

  it('ends a project only when nothing is left to add', async () => {
    const id = await launched();
    const before = (await readFeed(stack.call, key)).length;
    for (const { id: listing } of await listings(id)) await advance(listing, 'cancelled');
    await whenTotal(id, 5);
    for (const { id: listing, status } of await listings(id)) {
      if (status !== 'cancelled') await advance(listing, 'cancelled');
    }
    await eventually('the project to end', async () => (await read(id)).status === 'completed');
    const events = (await readFeed(stack.call, key)).slice(before).filter(({ type }) => type.startsWith('project.'));
    assert.deepEqual(
      events.map(({ type, data }) => [type, data.previous_status]),
      [
        ['project.listings_added', null],
        ['project.completed', 'in_progress'],
      ],
    );
  });

  it('waits while the account is suspended, and goes on when it is not', async () => {
    const id = await launched();
    const [listing] = await listings(id);
    await setSuspended(stack.service, accountId, true);
    await cancel(listing!.id);
    assert.equal(await autoReplace(stack.service, id, stack.clock.now()), 0);
    const { status, progress } = await read(id);
    assert.deepEqual([status, progress.total, progress.cancelled], ['in_progress', 3, 1]);
    await setSuspended(stack.service, accountId, false);
    await whenTotal(id, 5);
  });

  it('is given up by a project that stops replacing', async () => {
    const id = await launched();
    await hold(id, 'paused');
    for (const listing of await listings(id)) await cancel(listing.id);
    expectStatus(await stack.call('PATCH', `/projects/${id}`, { key, json: { auto_replace: false } }), 200);
    await hold(id, null);
    const { status, progress } = await read(id);
    assert.deepEqual([status, progress.total], ['completed', 3]);
  });

  it('waits while the project is held, and goes on when it is released', async () => {
    const id = await launched();
    const [listing] = await listings(id);
    await hold(id, 'review');
    await cancel(listing!.id);
    assert.equal(await autoReplace(stack.service, id, stack.clock.now()), 0);
    assert.deepEqual([(await read(id)).status, (await read(id)).progress.total], ['on_hold', 3]);
    await hold(id, null);
    await whenTotal(id, 5);
  });

  /** Cancels a listing as an operator does, whatever its agency may do now. */
  async function cancel(listing: string): Promise<void> {
    const { version } = await readListing(stack.service.db.sql, listing);
    const move = { to: 'cancelled', reason: 'withdrawn' } as const;
    assert.ok(await moveListing(stack.service, listing, version, move, stack.clock.now()));
  }

  async function hold(project: string, reason: HoldReason | null): Promise<void> {
    await setHold(stack.service, project, reason);
  }
});
