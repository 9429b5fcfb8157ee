import type { ListingReading } from '../activities/index.ts';
import type { SimulatedStep } from '../src/domain/simulation.ts';

/** Markdown for the Temporal UI: what a listing waits for, since when, and what moves it on. */
export function describeListing(reading: ListingReading, step: SimulatedStep | null): string {
  const head = `**${reading.projectName}** at **${reading.directoryName}** is \`${reading.status}\` since ${reading.movedAt}.`;
  return [head, waitsFor(reading, step), ...actionOf(reading)].join('\n\n');
}

function waitsFor(
  { status, livemode, movedByHand, action, movedAt }: ListingReading,
  step: SimulatedStep | null,
): string {
  if (step) {
    const due = new Date(Date.parse(movedAt) + step.afterMs).toISOString();
    return `Waits for the simulated directory, which answers at ${due} with \`${step.move.to}\`.`;
  }
  if (status === 'pending' || action?.waiting_on === 'service') {
    return 'Waits for a free slot: up to 100 listings of the account are in progress at once.';
  }
  if (movedByHand) return 'Waits for its tester, who moves it by the test helper `advance`.';
  if (!livemode || status === 'not_accepted' || status === 'cancelled')
    return 'Waits for nothing; a correction would move it on.';
  return OPERATOR_WAITS[status];
}

const example = (move: object) => `\`\`\`json\n${JSON.stringify(move)}\n\`\`\``;

const OPERATOR_WAITS: Record<'in_progress' | 'action_required' | 'submitted' | 'live', string> = {
  in_progress: `Waits for an operator to submit it. Update \`reportOutcome\`, for example:\n\n${example({ to: 'submitted' })}`,
  action_required: `Waits for the action to be done. Update \`reportOutcome\`, for example:\n\n${example({ to: 'in_progress' })}`,
  submitted: `Waits for the directory's answer. Update \`reportOutcome\`, for example:\n\n${example({ to: 'live', live_url: 'https://…' })}`,
  live: `Waits for nothing. If the directory takes it down, update \`reportOutcome\`:\n\n${example({ to: 'not_accepted', reason: 'removed' })}`,
};

function actionOf({ action }: ListingReading): string[] {
  return action ? [`Action \`${action.code}\`, waiting on the ${action.waiting_on}: ${action.client_message}`] : [];
}
