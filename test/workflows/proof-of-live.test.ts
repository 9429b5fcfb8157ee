import assert from 'node:assert/strict';
import { afterReading, beginProof } from '../../src/domain/live-proof.ts';
import { TASK_QUEUES } from '../../src/domain/task-queues.ts';
import { workflowIds } from '../../src/domain/workflow-ids.ts';
import { readListing } from '../../src/services/listings/read-listing.ts';
import { startDirectoryWorld, type DirectoryWorld } from '../support/directory-world.ts';
import { eventually } from '../support/eventually.ts';

const DAY_S = 86_400;
const MONTH_S = 30 * DAY_S;
const SPREAD_S = 6 * 3_600;

describe('the page of a live listing', () => {
  let world: DirectoryWorld;
  /** The page of the test's own listing: time that one test skips passes for the listings of the others, too. */
  let page: string;
  let pages = 0;
  let answers: (number | 'reset')[];

  before(async () => {
    world = await startDirectoryWorld();
  });
  after(() => world.close());
  beforeEach(() => {
    newPage();
    world.server.answerWith(({ url }) => {
      const status = (url === page ? answers.shift() : undefined) ?? 200;
      return status === 'reset' ? status : { status, body: 'a page' };
    });
  });

  const newPage = () => {
    page = `/listing-${++pages}`;
    answers = [];
  };
  const received = () => world.server.received.filter(({ url }) => url === page);
  /** A listing that an operator reported live. */
  const goLive = async () => {
    const { listing } = await world.launch();
    await world.reached(listing, 'in_progress');
    await world.says(listing, /Waits for an operator to submit it/);
    await world.update(listing, 'reportOutcome', { to: 'live', live_url: world.server.url + page });
    await world.says(listing, /Waits for the next reading/);
    return listing;
  };
  /** Waits for so many readings and for what the workflow makes of the last. */
  const readings = async (listing: string, count: number) => {
    await eventually(`${count} readings`, () => received().length === count);
    const says = new RegExp(`Its last readings:\\n\\n(- .*\\n?){${Math.min(count, 10)}}(\\n|$)`);
    return world.says(listing, says);
  };
  /** The seconds between the readings that the details show. */
  const gapsS = (details: string) => {
    const times = [...details.matchAll(/^- (\S+Z): /gm)].map(([, at]) => Date.parse(at!) / 1_000);
    return times.slice(1).map((time, index) => time - times[index]!);
  };
  const isADay = (seconds: number) => Math.abs(seconds - DAY_S) < 60;
  const isAMonth = (seconds: number) => seconds >= MONTH_S - 60 && seconds <= MONTH_S + SPREAD_S + 60;

  it('is read again a month after it went live, and every month from then on', async () => {
    const listing = await goLive();
    await world.env.sleep('29 days');
    assert.equal(received().length, 0);
    await world.env.sleep('31 hours');
    assert.match(await readings(listing, 1), /: HTTP 200/);
    await world.env.sleep('31 days');
    await readings(listing, 2);
    assert.deepEqual(
      received().map(({ method }) => method),
      ['GET', 'GET'],
    );
    assert.ok((await world.timersS(listing)).every(isAMonth), String(await world.timersS(listing)));
    assert.equal(await world.stuckReason(listing), undefined);
    assert.deepEqual(await world.movesOf(listing), ['in_progress', 'live']);
  });

  it('that is gone once is read again a day later, and a month later once it is back', async () => {
    const listing = await goLive();
    answers = [404, 200];
    await world.env.sleep('31 days');
    assert.match(await readings(listing, 1), /Waits for the next reading of \S+, at \S+Z, because it was gone/);
    await world.env.sleep('25 hours');
    await readings(listing, 2);
    await world.env.sleep('31 days');
    const [dayLater, monthLater] = gapsS(await readings(listing, 3));
    assert.ok(isADay(dayLater!) && isAMonth(monthLater!), `${dayLater} ${monthLater}`);
    assert.equal(await world.stuckReason(listing), undefined);
  });

  /** A listing whose page was gone twice in a row. */
  const park = async () => {
    const listing = await goLive();
    answers = [404, 410];
    await world.env.sleep('31 days');
    await readings(listing, 1);
    await world.env.sleep('25 hours');
    return {
      listing,
      details: await world.says(listing, /\*\*Stuck\*\* since \S+Z: Its page was gone 2 times in a row/),
    };
  };

  it('that is gone twice in a row calls an operator, who reads what was seen when and what to press', async () => {
    const { listing, details } = await park();
    assert.match(details, /Its last readings:\n\n- \S+Z: HTTP 404\n- \S+Z: HTTP 410\n/);
    for (const press of [
      '`reportOutcome` with `{"to":"not_accepted","reason":"removed"}`',
      '`correct` with `{"to":"submitted"}`',
      '`resume`: ',
    ]) {
      assert.ok(details.includes(press), press);
    }
    assert.equal(await world.stuckReason(listing), 'Its page was gone 2 times in a row: HTTP 410');
    await world.env.sleep('70 days');
    assert.equal(received().length, 2, 'nothing is read of one that is parked');
    assert.equal((await world.read(listing)).status, 'live', 'only an operator moves it');
  });

  it('is read every month again after `resume`', async () => {
    const { listing } = await park();
    await world.update(listing, 'resume');
    await world.says(listing, /Waits for the next reading/);
    await eventually('no reason', async () => (await world.stuckReason(listing)) === undefined);
    await world.refuses(listing, 'resume', /^This listing is not stuck\.$/);
    answers = [404];
    await world.env.sleep('31 days');
    assert.match(await readings(listing, 3), /because it was gone/);
    assert.equal(await world.stuckReason(listing), undefined, 'what was gone before `resume` counts no more');
  });

  it('is no longer read once an operator reports it removed, or corrects the listing', async () => {
    const moves = [
      ['reportOutcome', { to: 'not_accepted', reason: 'removed' }],
      ['correct', { to: 'submitted' }],
    ] as const;
    for (const [update, json] of moves) {
      newPage();
      const { listing } = await park();
      await world.update(listing, update, json);
      await world.reached(listing, json.to);
      await eventually('no reason', async () => (await world.stuckReason(listing)) === undefined);
      await world.env.sleep('70 days');
      assert.equal(received().length, 2);
    }
  });

  it('that cannot be read is read again a day later, three times at most, and never counts as gone', async () => {
    const listing = await goLive();
    answers = [500, 403, 'reset', 429, 404, 503, 200];
    await world.env.sleep('80 days');
    const details = await readings(listing, 7);
    assert.match(details, /connection_failed\n- \S+Z: HTTP 429\n- \S+Z: HTTP 404\n/);
    assert.deepEqual(
      gapsS(details).map((seconds) => (isAMonth(seconds) ? 'month' : isADay(seconds) ? 'day' : seconds)),
      ['day', 'day', 'day', 'month', 'day', 'day'],
    );
    assert.equal(await world.stuckReason(listing), undefined);
  });

  it('is read in a later run of the workflow as an earlier one had planned', async () => {
    const listing = await goLive();
    const { client } = world.env;
    const workflowId = workflowIds.listing(listing);
    await client.workflow.getHandle(workflowId).terminate('a run that is to be followed');
    const { version } = await readListing(world.stack.service.db.sql, listing);
    const now = new Date(await world.env.currentTimeMs()).toISOString();
    const earlier = beginProof({ id: listing, version }, now, now);
    const proof = afterReading(earlier, listing, { kind: 'gone', said: 'HTTP 404' }, now);
    const args = [listing, null, proof];
    await client.workflow.start('listing', { workflowId, taskQueue: TASK_QUEUES.listings, args });
    answers = [410];
    await world.env.sleep('25 hours');
    await world.says(listing, /\*\*Stuck\*\*[\s\S]*- \S+Z: HTTP 404\n- \S+Z: HTTP 410\n/);
  });

  it('is not read of a listing that went live without a link', async () => {
    const { listing } = await world.launch();
    await world.says(listing, /Waits for an operator to submit it/);
    await world.update(listing, 'reportOutcome', { to: 'live' });
    await world.says(listing, /Waits for nothing\. If the directory takes it down/);
    assert.deepEqual(await world.timersS(listing), []);
  });
});
