import type { RatingProblem, RatingRound } from '../src/services/ratings/rate-due.ts';

/**
 * Markdown for the Temporal UI: what the measuring of domain ratings waits for, since when, and what moves it on.
 *
 * @param wakesAt when it looks again without being told to (ISO 8601); null for never
 */
export function describeRatings(round: RatingRound, wakesAt: string | null): string {
  const since = new Date().toISOString();
  const { provider, problem } = round;
  if (!provider) {
    return `Waits for a provider of domain ratings, since ${since}: \`RATING_PROVIDER\` is \`none\`, so nothing is asked. Set it and restart the workers.`;
  }
  return [
    problem ? describeProblem(provider.name, problem, wakesAt, since) : describeWait(wakesAt, since),
    `Provider \`${provider.name}\`. To be shown with its figures: ${provider.attribution}`,
    ...(problem ? [] : [describeOutcome(round)]),
  ].join('\n\n');
}

function describeWait(wakesAt: string | null, since: string): string {
  const next = wakesAt ? `the next one falls due at ${wakesAt}` : 'none is due, and none will be by itself';
  return `Waits for a project to fall due, since ${since}; ${next}. A project falls due when its account first buys, when it is created or gets another address after that, and every 30 days; directories fall due by the schedule \`directory-ratings\`.`;
}

function describeProblem(name: string, { kind, reason }: RatingProblem, wakesAt: string | null, since: string): string {
  switch (kind) {
    case 'refused':
      return `**Stuck** since ${since}: \`${name}\` refuses the key (${reason}). Set \`RATING_API_KEY\` to a valid one and restart the workers. It is asked again at ${wakesAt}, when a project falls due anew, and on the signal \`look\`.`;
    case 'slow_down':
      return `\`${name}\` asks to be asked less (${reason}), since ${since}. Waits until ${wakesAt}; nothing hurries it.`;
    case 'fault':
      return `\`${name}\` gave no figures (${reason}), since ${since}. Waits until ${wakesAt} to ask again; nothing hurries it.`;
  }
}

function describeOutcome({ measured, unanswered, projects, directories }: RatingRound): string {
  return `At its last look it measured **${measured}** domains; the provider said nothing of ${unanswered}. They are those of ${projects} projects and ${directories} directories.`;
}
