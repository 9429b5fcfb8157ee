import assert from 'node:assert/strict';
import { expectStatus } from '../support/factories.ts';
import { readFeed, type FeedEvent } from '../support/feed.ts';
import { checkFeed, inFlightPeak } from '../support/ledger.ts';
import type { Call } from '../support/api-client.ts';
import type { Receiver } from '../support/receiver.ts';
import type { WithPool } from './fleet-clients.ts';

/** Of an account and mode. */
const MAX_IN_PROGRESS = 100;

/** Whether every listing has ended, every message is published and every delivery made. */
export async function isQuiet({ service }: WithPool): Promise<boolean> {
  const { rows } = await service.db.pool.query<{ left: number }>(
    `select (select count(*) from outbox)
       + (select count(*) from webhook_delivery where status = 'pending')
       + (select count(*) from listing where not status = any('{live,not_accepted,cancelled}')) as left`,
  );
  return rows[0]!.left === 0;
}

/** Where the books are. */
export interface Ledgered {
  receiver: Receiver;
  api: WithPool & { call: Call };
}

export interface LedgeredAgency {
  accountId: string;
  keys: { test: { full: string } };
}

/** What was launched, by what was taken for it. */
interface Account {
  projects: number;
  urls: number;
  launched: number;
  listings: number;
  listed: number;
  credits: number;
}

/**
 * Checks that nothing was lost or done twice, whatever was killed: one project for each address, one credit for each launch,
 * each of its listings once, never too many in progress, each event delivered.
 *
 * @returns what was found, for people
 */
export async function checkLedger(
  fleet: Ledgered,
  agencies: LedgeredAgency[],
  listingsOfALaunch: number,
): Promise<string> {
  const deliveries = Map.groupBy(fleet.receiver.received, ({ event }) => event.id);
  const repeats = fleet.receiver.received.length - deliveries.size;
  const lines: string[] = [];
  for (const agency of agencies) {
    const account = await readAccount(fleet.api, agency);
    assert.ok(account.launched > 0);
    assert.equal(account.urls, account.projects, 'a project stands twice');
    assert.equal(account.credits, account.launched, `${account.credits} credits for ${account.launched} launches`);
    assert.equal(account.listings, account.launched * listingsOfALaunch);
    assert.equal(account.listed, account.listings, 'a listing stands twice');
    const feed = await readFeed(fleet.api.call, agency.keys.test.full);
    const peak = checkEvents(feed, account);
    const missing = feed.filter(({ id }) => !deliveries.has(id));
    assert.deepEqual(missing, [], 'events were not delivered');
    lines.push(
      `${account.projects} projects, ${account.launched} launches, ${account.listings} listings, ${peak} in progress at most, ${feed.length} events`,
    );
  }
  lines.push(`${deliveries.size} events delivered, ${repeats} attempts made again`);
  return lines.map((line) => `      ${line}`).join('\n');
}

/** @returns the most listings in progress at once */
function checkEvents(feed: FeedEvent[], { listings, launched }: Account): number {
  const moves = feed.filter(({ type }) => type !== 'ping');
  checkFeed(moves);
  const ended = moves.filter(({ type }) => type === 'listing.live' || type === 'listing.not_accepted');
  assert.equal(new Set(ended.map(({ data }) => data.object.id)).size, listings);
  assert.equal(moves.filter(({ type }) => type === 'project.launched').length, launched);
  const peak = inFlightPeak(moves);
  assert.ok(peak <= MAX_IN_PROGRESS, `${peak} in progress`);
  return peak;
}

async function readAccount({ call, service }: Ledgered['api'], { accountId, keys }: LedgeredAgency): Promise<Account> {
  const { launches } = expectStatus(await call('GET', '/account', { key: keys.test.full }), 200).body as {
    launches: { used: number };
  };
  const { rows } = await service.db.pool.query<Omit<Account, 'credits'>>(
    `select count(*)::int as projects, count(distinct url_key)::int as urls,
       count(*) filter (where launched_at is not null)::int as launched,
       (select count(*)::int from listing l join project p on p.id = l.project_id where p.account_id = $1) as listings,
       (select count(distinct (l.project_id, l.directory_id))::int
        from listing l join project p on p.id = l.project_id where p.account_id = $1) as listed
     from project where account_id = $1`,
    [accountId],
  );
  return { ...rows[0]!, credits: launches.used };
}
