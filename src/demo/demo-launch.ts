import { setTimeout as delay } from 'node:timers/promises';
import type { ListingObject } from '../resources/listing.ts';
import type { ProjectObject } from '../resources/project.ts';
import type { Api } from './api.ts';
import type { Inbox } from './inbox.ts';
import { startLiveDisplay } from './live-display.ts';
import type { Progress } from './progress.ts';
import type { Terminal } from './terminal.ts';

/** The longest way of a listing in test mode at pace 1: prepared, asked for details, prepared again and reviewed. */
const LONGEST_WAY_MS = 315_000;
const MARGIN_MS = 180_000;
const POLL_MS = 50;
const LISTINGS_SHOWN = 3;

/** Launches a project and says where it is listed. */
export async function launchProject(api: Api, terminal: Terminal, projectId: string): Promise<void> {
  terminal.step('Launching it');
  await api.post<ProjectObject>(`/projects/${projectId}/launch`, { auto_replace: false });
  const listings = await api.list<ListingObject>(`/projects/${projectId}/listings`);
  terminal.endStep();
  terminal.printField('listings', `${listings.length}, best directories first`);
  for (const { directory } of listings.slice(0, LISTINGS_SHOWN)) {
    terminal.printField('', `${directory.name}, rating ${directory.domain_rating}`);
  }
  if (listings.length > LISTINGS_SHOWN) terminal.printField('', `and ${listings.length - LISTINGS_SHOWN} more`);
}

export interface Watch {
  out: NodeJS.WriteStream;
  progress: Progress;
  inbox: Inbox;
  pace: number;
  signal: AbortSignal;
}

/** Shows the launch under way until it is finished or has had far more time than it needs. */
export async function watchLaunch({ out, progress, inbox, pace, signal }: Watch): Promise<void> {
  const startedAt = performance.now();
  const deadline = startedAt + MARGIN_MS + LONGEST_WAY_MS / pace;
  const display = startLiveDisplay(out, () => ({
    elapsedMs: performance.now() - startedAt,
    counts: progress.counts(),
    latestMoves: progress.latestMoves(),
    tally: inbox.tally,
  }));
  try {
    while (!progress.isFinished() && performance.now() < deadline) await delay(POLL_MS, undefined, { signal });
  } finally {
    display.stop();
  }
}
