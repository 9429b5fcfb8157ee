import {
  allHandlersFinished,
  ApplicationFailure,
  condition,
  continueAsNew,
  defineUpdate,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import { HOLD_REASONS, type HoldReason } from '../src/domain/project-status.ts';
import type { LaunchSummary } from '../src/services/projects/read-launch.ts';
import { database } from './activities.ts';
import { attribute } from './attribute.ts';
import { Looks } from './look.ts';

/** Holds a project, for one of the hold reasons. */
export const hold = defineUpdate<unknown, [HoldReason]>('hold');

/** Releases a project that is held. */
export const release = defineUpdate('release');

/**
 * Looks after a launched project for its life: adds directories when its allowance became free, and sums it up for the
 * operator whenever its status changes.
 */
export async function launch(projectId: string): Promise<void> {
  const looks = new Looks();
  let attributed = false;

  setHandler(hold, (reason: HoldReason) => setHold(projectId, reason), {
    validator: (reason: HoldReason) => {
      if (HOLD_REASONS.includes(reason)) return;
      throw ApplicationFailure.nonRetryable(`The reason must be ${HOLD_REASONS.join(' or ')}.`);
    },
    description: 'Start none of its pending listings and add none: "review" or "paused"',
  });
  setHandler(release, () => setHold(projectId, null), { description: 'Let a project that is held go on' });

  while (!workflowInfo().continueAsNewSuggested) {
    looks.begin();
    const summary = await database.readLaunch(projectId);
    if (!attributed) attribute({ ...summary, projectId });
    attributed = true;
    setCurrentDetails(describe(summary));
    if (summary.autoReplaceDueAt) await database.autoReplace(projectId, new Date().toISOString());
    await looks.next();
  }
  await condition(allHandlersFinished);
  await continueAsNew<typeof launch>(projectId);
}

async function setHold(projectId: string, reason: HoldReason | null): Promise<void> {
  await database.setHold(projectId, reason, new Date().toISOString());
}

function describe({ name, status, holdReason, action, progress, autoReplaceDueAt }: LaunchSummary): string {
  const counts = Object.entries(progress)
    .map(([state, count]) => `| ${state} | ${count} |`)
    .join('\n');
  return [
    `**${name}** is \`${status}\`${holdReason ? ` (${holdReason})` : ''}. ${WAITS_FOR[status]} Since ${new Date().toISOString()}.`,
    ...(autoReplaceDueAt ? [`Directories are to be added from the free allowance, since ${autoReplaceDueAt}.`] : []),
    ...(action ? [`Action: \`${action.code}\`, waiting on the ${action.waiting_on}: ${action.client_message}`] : []),
    `| listings | when it last looked |\n| --- | --- |\n${counts}`,
  ].join('\n\n');
}

const WAITS_FOR: Record<LaunchSummary['status'], string> = {
  draft: 'Waits for the launch.',
  in_progress: 'Waits for its listings to move; each has a workflow of its own.',
  action_required: 'Waits for the agency or client to act.',
  on_hold: 'Waits for the hold to be released: update `release`.',
  completed: 'Waits for a correction or an added directory.',
};
