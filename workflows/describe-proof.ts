import type { LiveProof } from '../src/domain/live-proof.ts';

/** Markdown for the Temporal UI: when the page of a live listing is read, and what an operator does about one that is gone. */
export function describeProof(proof: LiveProof, url: string): string {
  return [waitsFor(proof, url), ...readingsOf(proof), proof.stuck ? DECISIONS : UPDATES].join('\n\n');
}

const REMOVED = '`reportOutcome` with `{"to":"not_accepted","reason":"removed"}`';
const PROOF = '`attachProof` with `{"url":"https://…"}` shows a screenshot of it as its proof';

const DECISIONS = [
  'An operator looks at the page and decides, by an update:',
  '',
  `- ${REMOVED}: the directory took it down;`,
  '- `correct` with `{"to":"submitted"}`: it was never published, and the directory still looks at it;',
  '- `resume`: the page is fine, and is read again in a month.',
].join('\n');

const UPDATES = `If the directory takes it down, update ${REMOVED}; ${PROOF}.`;

function waitsFor({ stuck, dueAt, gone, unclear }: LiveProof, url: string): string {
  if (stuck)
    return `**Stuck** since ${stuck.since}: ${stuck.reason}. Nothing is read of \`${url}\` until an operator decides.`;
  const why = gone > 0 ? ', because it was gone' : unclear > 0 ? ', because it could not be read' : '';
  return `Waits for the next reading of \`${url}\`, at ${dueAt}${why}.`;
}

function readingsOf({ readings }: LiveProof): string[] {
  if (readings.length === 0) return [];
  return [['Its last readings:', '', ...readings.map(({ at, said }) => `- ${at}: ${said}`)].join('\n')];
}
