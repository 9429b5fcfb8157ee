import type { Activities } from '../../activities/index.ts';

/** What an activity's result says of the thing that it worked on. */
export interface Outcome {
  of: 'reports' | 'imageImports' | 'ratings';
  outcome: string;
  count: number;
}

type Readers = { [Name in keyof Activities]?: (result: Awaited<ReturnType<Activities[Name]>>) => Outcome[] };

const one = (of: Outcome['of'], outcome: string | null): Outcome[] => (outcome ? [{ of, outcome, count: 1 }] : []);

const READERS: Readers = {
  buildReport: (isReady) => one('reports', isReady ? 'ready' : null),
  failReport: (hasFailed) => one('reports', hasFailed ? 'failed' : null),
  importImage: (outcome) => one('imageImports', outcome),
  endImport: (outcome) => one('imageImports', outcome),
  rateDueProjects: ({ measured, unanswered, problem }) => [
    { of: 'ratings', outcome: 'measured', count: measured },
    { of: 'ratings', outcome: 'unanswered', count: unanswered },
    ...one('ratings', problem?.kind ?? null),
  ],
};

/** @param name of the activity. @param result what it returned */
export function outcomesOf(name: string, result: unknown): Outcome[] {
  const read = READERS[name as keyof Activities] as ((result: unknown) => Outcome[]) | undefined;
  return read?.(result) ?? [];
}
