import type { Load, Tally } from './load.ts';

/** A table of how loads were answered: a row for each kind of request and one for all of a load. */
export function describeLoad(loads: Record<string, Load>): string {
  const rows = Object.entries(loads).flatMap(([name, { tallies }]) => [
    ...[...tallies].map(([kind, tally]) => describe(`${name}, ${kind}`, tally)),
    describe(`${name}, all`, sum([...tallies.values()])),
  ]);
  const head = ['clients', 'asked', 'answered', '%', 'p50 ms', 'p95 ms', 'p99 ms', 'longest ms', 'no answer for ms'];
  return [head, ...rows].map((cells) => `      | ${cells.join(' | ')} |`).join('\n');
}

function describe(name: string, { asked, answered, durationsMs, answeredAtMs }: Tally): string[] {
  const sorted = durationsMs.toSorted((a, b) => a - b);
  const quantile = (q: number) => String(Math.round(sorted[Math.floor(q * (sorted.length - 1))] ?? NaN));
  const percent = ((100 * answered) / asked).toFixed(3);
  const times = [quantile(0.5), quantile(0.95), quantile(0.99), quantile(1), String(longestGapMs(answeredAtMs))];
  return [name, String(asked), String(answered), percent, ...times];
}

function sum(tallies: Tally[]): Tally {
  return {
    asked: tallies.reduce((total, { asked }) => total + asked, 0),
    answered: tallies.reduce((total, { answered }) => total + answered, 0),
    durationsMs: tallies.flatMap(({ durationsMs }) => durationsMs),
    answeredAtMs: tallies.flatMap(({ answeredAtMs }) => answeredAtMs),
    failures: tallies.flatMap(({ failures }) => failures),
  };
}

/** The longest time between one answer and the next. */
function longestGapMs(atMs: number[]): number {
  const sorted = atMs.toSorted((a, b) => a - b);
  return Math.round(Math.max(0, ...sorted.slice(1).map((at, index) => at - sorted[index]!)));
}
