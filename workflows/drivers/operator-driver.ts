import type { ListingStatus } from '../../src/domain/listing-status.ts';
import type { Driver } from './driver.ts';

const example = (move: object) => `\`\`\`json\n${JSON.stringify(move)}\n\`\`\``;

const QUESTION = { code: 'confirm_email', waiting_on: 'client', client_message: '…' };

const WAITS: Partial<Record<ListingStatus, string>> = {
  in_progress: `Waits for an operator to submit it. Update \`reportOutcome\`, for example:\n\n${example({ to: 'submitted' })}\n\nIf the agency or client must act first, update \`askAgency\`:\n\n${example(QUESTION)}`,
  action_required: 'Waits for the action to be done. Then update `settleAction`, which takes no JSON.',
  submitted: `Waits for the directory's answer. Update \`reportOutcome\`, for example:\n\n${example({ to: 'live', live_url: 'https://…' })}`,
  live: `Waits for nothing. If the directory takes it down, update \`reportOutcome\`:\n\n${example({ to: 'not_accepted', reason: 'removed' })}`,
};

/** Leaves every move of a live listing to an operator. */
export const operatorDriver: Driver = {
  next: () => null,
  describe: ({ status }) => WAITS[status] ?? '',
};
