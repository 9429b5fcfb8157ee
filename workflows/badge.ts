import { allHandlersFinished, condition, continueAsNew, setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import { afterMiss, isGone, watchFrom, type BadgeWatch } from '../src/domain/badge/badge-watch.ts';
import type { InstalledBadge } from '../src/services/badge/watch-badge.ts';
import { badges, database } from './activities.ts';
import { attribute } from './attribute.ts';
import { describeBadge } from './describe-badge.ts';
import { Looks } from './look.ts';

/**
 * Looks every week whether a badge that was found is still on its project's site. It ends when the badge is gone or the
 * project has another address; the next verification that passes starts it again.
 *
 * @param watch what a former run knew
 */
export async function badge(projectId: string, watch: BadgeWatch | null = null): Promise<void> {
  const looks = new Looks();
  let attributed = false;

  while (!workflowInfo().continueAsNewSuggested) {
    looks.begin();
    const installed = await database.readInstalledBadge(projectId);
    if (!installed) {
      if (looks.asked) continue;
      return;
    }
    if (!attributed) attribute({ ...installed, projectId });
    attributed = true;
    if (watch?.foundAt !== installed.foundAt) watch = watchFrom(projectId, installed.foundAt);
    setCurrentDetails(describeBadge(installed.url, watch));
    const waitMs = Date.parse(watch.dueAt) - Date.now();
    // After its wait, too, it reads the database before the site: a verification or another address may have come.
    if (waitMs > 0 || looks.asked) await looks.next(waitMs);
    else watch = await read(projectId, installed, watch);
  }
  await condition(allHandlersFinished);
  await continueAsNew<typeof badge>(projectId, watch);
}

/** One miss is not saved: the site may have been half published. */
async function read(projectId: string, installed: InstalledBadge, watch: BadgeWatch): Promise<BadgeWatch> {
  const at = new Date().toISOString();
  const finding = await badges.readBadge(installed.url, projectId);
  // From its end, because a reading can wait long for a worker, and two misses are a day apart.
  const next = finding === 'installed' ? watch : afterMiss(watch, finding, new Date().toISOString());
  if (finding === 'installed' || isGone(next)) await database.saveWatchedBadge(projectId, installed, { finding, at });
  return next;
}
