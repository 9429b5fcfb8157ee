import assert from 'node:assert/strict';
import type pg from 'pg';
import type { ListingStatus } from '../../src/domain/listing-status.ts';
import { progressOf } from '../../src/domain/progress.ts';
import type { FeedEvent } from '../support/feed.ts';
import type { ModelWorld } from './world.ts';

interface ProjectRow {
  id: string;
  status: string;
  hold_reason: string | null;
  launched_at: Date | null;
  auto_replace_due_at: Date | null;
  progress: Record<string, number> | null;
}

interface ListingRow {
  id: string;
  project_id: string;
  directory_id: string;
  status: ListingStatus;
  action: { waiting_on: string } | null;
}

/** Has the database itself refuse a 101st listing in progress, whoever would make it one. */
export async function forbidMoreInProgress(pool: pg.Pool): Promise<void> {
  await pool.query(`
    create function forbid_more_in_progress() returns trigger language plpgsql as $$
    begin
      if (select count(*) from listing where account_id = new.account_id and livemode = new.livemode
          and status = 'in_progress') > 100 then
        raise exception 'more than 100 listings are in progress';
      end if;
      return null;
    end $$;
    create constraint trigger no_more_in_progress after insert or update on listing deferrable initially deferred
      for each row when (new.status = 'in_progress') execute function forbid_more_in_progress()`);
}

/** What must hold of an account at any instant. */
export async function checkInvariants(world: ModelWorld): Promise<void> {
  const { pool } = world.service.db;
  const { account_id } = world.scope;
  const { rows: projects } = await pool.query<ProjectRow>('select * from project where account_id = $1', [account_id]);
  const { rows: listings } = await pool.query<ListingRow>('select * from listing where account_id = $1', [account_id]);
  const { rows: modes } = await pool.query<{ launches_used: number; launches_total: number }>(
    'select * from account_mode where account_id = $1 and not livemode',
    [account_id],
  );
  const launched = projects.filter(({ launched_at }) => launched_at);
  assert.equal(modes[0]!.launches_used, launched.length, 'a credit for each launch');
  assert.equal(modes[0]!.launches_total, world.launches);
  assert.ok(listings.filter(({ status }) => status === 'in_progress').length <= 100);
  assert.equal(new Set(listings.map((of) => of.project_id + of.directory_id)).size, listings.length);
  for (const project of projects) {
    checkProject(
      project,
      listings.filter(({ project_id }) => project_id === project.id),
    );
  }
  checkEvents(await world.feed(), listings, projects);
}

function checkProject(project: ProjectRow, listings: ListingRow[]): void {
  if (!project.launched_at) {
    assert.deepEqual([project.status, project.progress, listings], ['draft', null, []]);
    return;
  }
  const counts = progressOf(listings.map(({ status }) => ({ status, count: 1 })));
  assert.deepEqual(project.progress, counts);
  const shares = counts.total - counts.not_accepted - counts.cancelled;
  assert.ok(shares <= 100, `${shares} listings hold a share of 100`);
  assert.equal(project.status, statusOf(project, listings));
}

/** Specification 3.1, in its own words. */
function statusOf({ hold_reason, auto_replace_due_at }: ProjectRow, listings: ListingRow[]): string {
  if (hold_reason) return 'on_hold';
  if (listings.some(({ action }) => action && action.waiting_on !== 'service')) return 'action_required';
  const isUnfinished = listings.some(({ status }) => ['pending', 'in_progress', 'action_required'].includes(status));
  return isUnfinished || auto_replace_due_at ? 'in_progress' : 'completed';
}

/** Each event once and in order: its `previous_status` is what the object's event before left it with. */
function checkEvents(feed: FeedEvent[], listings: ListingRow[], projects: ProjectRow[]): void {
  assert.equal(new Set(feed.map(({ id }) => id)).size, feed.length);
  const last = new Map<string, string>();
  for (const { type, data } of feed) {
    const { id, status } = data.object;
    const isListing = type.startsWith('listing.');
    if (type === 'project.listings_added') {
      assert.equal(data.previous_status, null);
      continue;
    }
    const before = last.get(id) ?? (isListing ? 'pending' : 'draft');
    const silentlyPending =
      isListing && data.previous_status === 'pending' && ['not_accepted', 'cancelled'].includes(before);
    if (!silentlyPending) assert.equal(data.previous_status, before, `${type} of ${id}`);
    last.set(id, status);
  }
  for (const { id, status } of [...listings, ...projects]) {
    if (status === 'pending') continue;
    assert.equal(last.get(id) ?? 'draft', status, id);
  }
}
