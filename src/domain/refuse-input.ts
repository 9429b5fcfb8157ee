/** What is wrong with the JSON of an operator's update, wherever the listing stands: a sentence, or null. */
import { ACTION_CODES, LISTING_REASONS, type ListingAction, type ListingMove } from './listing-status.ts';
import { nameMove, type OperatorMove } from './operator-moves.ts';

/** What a directory did. */
export type Outcome = Pick<ListingMove, 'reason' | 'live_url'> & { to: (typeof OUTCOMES)[number] };
/** Where a listing is, as opposed to what was said of it. */
export type Correction = Pick<ListingMove, 'live_url'> & { to: (typeof CORRECTIONS)[number] };
/** What somebody is to do before a listing can go on. */
export type Question = ListingAction & { waiting_on: (typeof WHO_ACTS)[number] };
/** Where a screenshot of the live listing is. */
export interface ProofSource {
  url: string;
}

const OUTCOMES = ['submitted', 'live', 'not_accepted', 'cancelled'] as const;
const CORRECTIONS = ['pending', 'submitted', 'live'] as const;
const WHO_ACTS = ['agency', 'client'] as const;
const MAX_TEXT = 2_048;

/** Who makes the moves to a status that `reportOutcome` does not make. */
const OTHERS: Record<string, OperatorMove> = {
  pending: 'correct',
  in_progress: 'settleAction',
  action_required: 'askAgency',
};

export function refuseOutcome(input: unknown): string | null {
  const refusal = refuseMembers(input, ['to', 'reason', 'live_url'], '{"to": "submitted"}');
  if (refusal) return refusal;
  const { to, reason } = input as Record<string, unknown>;
  const other = OTHERS[String(to)];
  if (other) return `\`${String(to)}\` is not what a directory did: ${nameMove(other)} is for that.`;
  return (
    refuseChoice('to', to, OUTCOMES) ??
    (reason === undefined ? null : refuseChoice('reason', reason, LISTING_REASONS)) ??
    refuseLink(input as Record<string, unknown>)
  );
}

export function refuseCorrection(input: unknown): string | null {
  const refusal = refuseMembers(input, ['to', 'live_url'], '{"to": "pending"}');
  if (refusal) return refusal;
  const { to } = input as Record<string, unknown>;
  // Why a listing in progress is none is for `refuseOperatorMove` to say.
  return to === 'in_progress'
    ? null
    : (refuseChoice('to', to, CORRECTIONS) ?? refuseLink(input as Record<string, unknown>));
}

export function refuseQuestion(input: unknown): string | null {
  const example = '{"code": "confirm_email", "waiting_on": "client", "client_message": "…"}';
  const refusal = refuseMembers(input, ['code', 'waiting_on', 'client_message'], example);
  if (refusal) return refusal;
  const { code, waiting_on, client_message } = input as Record<string, unknown>;
  return (
    refuseChoice('code', code, ACTION_CODES) ??
    refuseChoice('waiting_on', waiting_on, WHO_ACTS) ??
    (isText(client_message) ? null : `\`client_message\` must be a text of 1 to ${MAX_TEXT} characters.`)
  );
}

export function refuseProofSource(input: unknown): string | null {
  const refusal = refuseMembers(input, ['url'], '{"url": "https://…"}');
  if (refusal) return refusal;
  return isWebUrl((input as { url?: unknown }).url) ? null : '`url` must be an http or https address.';
}

/** A member that is not known is one that was mistyped. */
function refuseMembers(input: unknown, members: readonly string[], example: string): string | null {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return `It takes JSON such as ${example}.`;
  const unknown = Object.keys(input).find((member) => !members.includes(member));
  if (unknown === undefined) return null;
  return `\`${unknown}\` is not a member that it takes: those are ${members.join(', ')}.`;
}

function refuseChoice(member: string, value: unknown, choices: readonly string[]): string | null {
  return choices.includes(value as string) ? null : `\`${member}\` must be one of ${choices.join(', ')}.`;
}

function refuseLink({ to, live_url }: Record<string, unknown>): string | null {
  if (live_url === undefined) return null;
  if (to !== 'live') return 'Only `live` takes a `live_url`.';
  return isWebUrl(live_url) ? null : '`live_url` must be an http or https address.';
}

function isWebUrl(value: unknown): boolean {
  return isText(value) && /^https?:\/\/[^\s/]\S*$/i.test(value);
}

/** A text that says something and can be stored. */
function isText(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.trim() !== '' &&
    Array.from(value).length <= MAX_TEXT &&
    value.isWellFormed() &&
    !value.includes('\0')
  );
}
