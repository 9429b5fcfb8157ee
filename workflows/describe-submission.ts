import type { Submission } from '../src/domain/submission.ts';

/** Markdown for the Temporal UI: where the submission of a listing by HTTP stands, and which updates go on. */
export function describeSubmission(submission: Submission): string {
  return [waitsFor(submission), ...triesOf(submission), UPDATES].join('\n\n');
}

const UPDATES = [
  'Updates that go on:',
  '',
  '- `retry` tries now;',
  '- `resume` lets a stuck submission go on with its schedule;',
  '- `reportOutcome` ends it with what an operator knows, for example `{"to":"submitted"}`;',
  '- `askAgency` lets it wait for the agency or client, with `{"code":"confirm_email","waiting_on":"client","client_message":"…"}`.',
].join('\n');

function waitsFor({ stuck, waitsForTurn, dueAt, tried }: Submission): string {
  if (stuck) {
    return `**Stuck** since ${stuck.since}: ${stuck.reason}. Nothing is sent until an operator says how to go on.`;
  }
  if (waitsForTurn) {
    return `Waits for a turn: the directory was sent as many listings today as its description allows in a UTC day. Asks for one at ${dueAt}.`;
  }
  return `Waits for try ${tried + 1} of its submission by HTTP, which begins at ${dueAt} and ends within a minute.`;
}

function triesOf({ tries, tried }: Submission): string[] {
  if (tries.length === 0) return [];
  const earlier = tried - tries.length;
  return [
    [
      earlier > 0 ? `Its last tries, after ${earlier} earlier ones:` : 'Its tries:',
      '',
      ...tries.map(({ at, said }) => `- ${at}: ${said}`),
    ].join('\n'),
  ];
}
