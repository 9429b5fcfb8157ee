import { allHandlersFinished, condition, continueAsNew, setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import { ratingPauseMs } from '../src/domain/rating-pause.ts';
import type { RatingRound } from '../src/services/ratings/rate-due.ts';
import { ratings } from './activities.ts';
import { describeRatings } from './describe-ratings.ts';
import { Looks } from './look.ts';
import { markStuck } from './mark-stuck.ts';

/** A provider that refuses the key is asked again so often, and whenever this workflow is told to look. */
const ASK_REFUSER_MS = 86_400_000;

/** The time for which the provider is left alone, whoever asks for a look. */
export interface RatingPause {
  /** How often in a row it gave no figures. */
  failures: number;
  /** ISO 8601. */
  until: string;
}

/**
 * Measures the domain ratings of projects and directories when they fall due. There is one for the service: it alone asks
 * the provider, so that what this one asks for (to slow down, a valid key) holds for all.
 */
export async function domainRatings(pause: RatingPause | null = null): Promise<void> {
  const looks = new Looks();
  while (await outlasts(pause)) {
    looks.begin();
    const round = await ratings.rateDueProjects(new Date().toISOString());
    pause = pauseAfter(pause, round);
    markStuck(stuckReason(round));
    if (pause) {
      setCurrentDetails(describeRatings(round, pause.until));
      continue;
    }
    const wakesAt = nextRound(round);
    setCurrentDetails(describeRatings(round, wakesAt));
    await looks.next(wakesAt === null ? undefined : msUntil(wakesAt));
  }
  await condition(allHandlersFinished);
  await continueAsNew<typeof domainRatings>(pause);
}

/** Waits for the end of a pause. False when the history has become so long that a new run must take over. */
async function outlasts(pause: RatingPause | null): Promise<boolean> {
  const isLong = () => workflowInfo().continueAsNewSuggested;
  const ms = pause ? msUntil(pause.until) : 0;
  return !isLong() && !(ms > 0 && (await condition(isLong, ms)));
}

function pauseAfter(before: RatingPause | null, { problem }: RatingRound): RatingPause | null {
  if (problem === null || problem.kind === 'refused') return null;
  const failures = (before?.failures ?? 0) + 1;
  return { failures, until: inMs(ratingPauseMs(failures, problem.retryAfterMs)) };
}

/** When to look without being told to; null for never. */
function nextRound({ problem, nextDueAt }: RatingRound): string | null {
  return problem ? inMs(ASK_REFUSER_MS) : nextDueAt;
}

function stuckReason({ provider, problem }: RatingRound): string | null {
  return problem?.kind === 'refused' ? `${provider?.name} refuses the key` : null;
}

function inMs(ms: number): string {
  return new Date(Date.now() + ms).toISOString();
}

function msUntil(time: string): number {
  return Date.parse(time) - Date.now();
}
