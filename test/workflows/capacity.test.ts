import assert from 'node:assert/strict';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { createReadyProject, expectStatus } from '../support/factories.ts';
import { readFeed, type FeedEvent } from '../support/feed.ts';
import { startTestStack, startTimeSkipping, type TestStack } from '../support/temporal.ts';
import { checkFeed, inFlightPeak } from '../support/ledger.ts';

const LAUNCHES = 3;

describe('the capacity of an account', () => {
  let env: TestWorkflowEnvironment;
  let stack: TestStack;

  before(async () => {
    env = await startTimeSkipping();
    stack = await startTestStack(env.address);
  });
  after(async () => {
    await stack.close();
    await env.teardown();
  });

  it('starts 300 listings launched at once oldest first, never more than 100 at a time, and all end', async () => {
    const key = (await stack.newAgency()).keys.test.full;
    const projects: string[] = [];
    for (let index = 0; index < LAUNCHES; index++) projects.push((await createReadyProject(stack.call, key)).id);
    const json = { auto_replace: false };
    await Promise.all(
      projects.map(async (id) => expectStatus(await stack.call('POST', `/projects/${id}/launch`, { key, json }), 200)),
    );

    let feed: FeedEvent[] = [];
    for (let minutes = 0; endedListings(feed) < LAUNCHES * 100 && minutes < 120; minutes++) {
      await env.sleep('1 minute');
      feed = await readFeed(stack.call, key);
    }

    checkFeed(feed);
    assert.equal(inFlightPeak(feed), 100);
    const launchTimes = startOrder(feed).map((project) => launchedAt(feed, project));
    assert.deepEqual(launchTimes, launchTimes.toSorted());
    for (const id of projects) {
      const project = expectStatus(await stack.call('GET', `/projects/${id}`, { key }), 200).body;
      assert.equal(project.status, 'completed');
      assert.equal(project.progress.live + project.progress.not_accepted, 100);
    }
  }).timeout(180_000);
});

/** The projects in the order in which the last of their listings started for the first time. */
function startOrder(feed: FeedEvent[]): string[] {
  const started = new Set<string>();
  const projects = new Map<string, number>();
  feed.forEach((event, position) => {
    if (event.type !== 'listing.in_progress' || started.has(event.data.object.id)) return;
    started.add(event.data.object.id);
    projects.set(event.project!, position);
  });
  return [...projects].toSorted(([, a], [, b]) => a - b).map(([project]) => project);
}

/** When a project's listings began to wait. Launches of the same millisecond wait side by side. */
function launchedAt(feed: FeedEvent[], project: string): string {
  return feed.find((event) => event.type === 'project.launched' && event.project === project)!.data.object.launched_at!;
}

function endedListings(feed: FeedEvent[]): number {
  return feed.filter(({ type }) => type === 'listing.live' || type === 'listing.not_accepted').length;
}
