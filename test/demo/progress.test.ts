import assert from 'node:assert/strict';
import type { ListingStatus } from '../../src/domain/listing-status.ts';
import type { ProjectStatus } from '../../src/domain/project-status.ts';
import { createProgress, type Progress } from '../../src/demo/progress.ts';
import type { ListingEvent, ProjectEvent } from '../../src/demo/webhook-event.ts';

const WAY: ListingStatus[] = ['pending', 'in_progress', 'action_required', 'in_progress', 'submitted', 'live'];

describe('progress of a launch', () => {
  it('counts listings that no webhook has told of as pending', () => {
    const progress = createProgress();
    progress.apply(launched(3));
    progress.apply(moved('lst_a', 'pending', 'in_progress'));
    assert.deepEqual(standing(progress), { pending: 2, in_progress: 1 });
  });

  it('follows a listing through each of its moves', () => {
    const progress = createProgress();
    progress.apply(launched(1));
    for (const [event, status] of movesOf('lst_a').map((move, index) => [move, WAY[index + 1]] as const)) {
      progress.apply(event);
      assert.deepEqual(standing(progress), { [status as string]: 1 });
    }
  });

  it('holds a move back until the move before it arrives', () => {
    const progress = createProgress();
    progress.apply(launched(1));
    progress.apply(moved('lst_a', 'in_progress', 'submitted'));
    assert.deepEqual(standing(progress), { pending: 1 });
    progress.apply(moved('lst_a', 'pending', 'in_progress'));
    assert.deepEqual(standing(progress), { submitted: 1 });
    assert.deepEqual(
      progress.latestMoves().map(({ from, to }) => `${from} ${to}`),
      ['in_progress submitted', 'pending in_progress'],
    );
  });

  it('ends with the same counts whatever order the webhooks arrive in', () => {
    for (const events of permutations(movesOf('lst_a'))) {
      const progress = createProgress();
      for (const event of events) progress.apply(event);
      progress.apply(launched(1));
      assert.deepEqual(standing(progress), { live: 1 });
    }
  });

  it('is finished once each listing has ended and the project was completed, and says what is missing', () => {
    const progress = createProgress();
    assert.deepEqual(progress.missing(), ['project.launched', 'project.completed']);
    progress.apply(launched(2));
    progress.apply(moved('lst_a', 'submitted', 'live'));
    assert.deepEqual(progress.missing(), ['the end of 1 listing', 'project.completed']);
    progress.apply(projectTurned('completed'));
    assert.equal(progress.isFinished(), false);
    progress.apply(moved('lst_b', 'in_progress', 'not_accepted'));
    assert.deepEqual(progress.missing(), []);
    assert.equal(progress.isFinished(), true);
  });

  it('stays completed when the webhook of an earlier project status arrives afterwards', () => {
    const progress = createProgress();
    progress.apply(launched(0));
    progress.apply(projectTurned('completed'));
    progress.apply(projectTurned('action_required'));
    assert.equal(progress.isFinished(), true);
  });
});

function movesOf(listing: string): ListingEvent[] {
  return WAY.slice(1).map((to, index) => moved(listing, WAY[index]!, to));
}

function moved(listing: string, from: ListingStatus, to: ListingStatus): ListingEvent {
  return {
    id: `evt_${listing}_${from}_${to}`,
    type: `listing.${to}`,
    project: 'prj_a',
    data: { object: { id: listing, status: to, directory: { name: 'A directory' } }, previous_status: from },
  };
}

function launched(listings: number): ProjectEvent {
  const event = projectTurned('in_progress');
  return { ...event, type: 'project.launched', data: { ...event.data, listings_created: listings } };
}

function projectTurned(status: ProjectStatus): ProjectEvent {
  return {
    id: `evt_${status}`,
    type: `project.${status}`,
    project: 'prj_a',
    data: { object: { id: 'prj_a', status } },
  };
}

function standing(progress: Progress): Partial<Record<ListingStatus, number>> {
  return Object.fromEntries(Object.entries(progress.counts()).filter(([, count]) => count > 0));
}

function permutations<T>(items: T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, index) =>
    permutations(items.filter((_, other) => other !== index)).map((rest) => [item, ...rest]),
  );
}
