import {
  allHandlersFinished,
  condition,
  continueAsNew,
  setCurrentDetails,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { LaunchSummary } from '../src/services/projects/read-launch.ts';
import { searchAttributes } from './search-attributes.ts';
import { database } from './activities.ts';
import { Looks } from './look.ts';

/** Looks after a launched project for its life and sums it up for the operator whenever its status changes. */
export async function launch(projectId: string): Promise<void> {
  const looks = new Looks();
  let attributed = false;
  while (!workflowInfo().continueAsNewSuggested) {
    looks.begin();
    const summary = await database.readLaunch(projectId);
    if (!attributed) attribute(projectId, summary);
    attributed = true;
    setCurrentDetails(describe(summary));
    await looks.next();
  }
  await condition(allHandlersFinished);
  await continueAsNew<typeof launch>(projectId);
}

function attribute(projectId: string, { accountId, livemode }: LaunchSummary): void {
  upsertSearchAttributes([
    { key: searchAttributes.accountId, value: accountId },
    { key: searchAttributes.projectId, value: projectId },
    { key: searchAttributes.livemode, value: livemode },
  ]);
}

function describe({ name, status, holdReason, action, progress }: LaunchSummary): string {
  const counts = Object.entries(progress)
    .map(([state, count]) => `| ${state} | ${count} |`)
    .join('\n');
  return [
    `**${name}** is \`${status}\`${holdReason ? ` (${holdReason})` : ''}. ${WAITS_FOR[status]} Since ${new Date().toISOString()}.`,
    ...(action ? [`Action: \`${action.code}\`, waiting on the ${action.waiting_on}: ${action.client_message}`] : []),
    `| listings | when it last looked |\n| --- | --- |\n${counts}`,
  ].join('\n\n');
}

const WAITS_FOR: Record<LaunchSummary['status'], string> = {
  draft: 'Waits for the launch.',
  in_progress: 'Waits for its listings to move; each has a workflow of its own.',
  action_required: 'Waits for the agency or client to act.',
  on_hold: 'Waits for the hold to be released.',
  completed: 'Waits for a correction or an added directory.',
};
