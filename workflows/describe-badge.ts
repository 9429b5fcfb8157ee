import type { BadgeWatch } from '../src/domain/badge/badge-watch.ts';

/** Markdown for the Temporal UI: when a project's site is read for its badge, and why then. */
export function describeBadge(url: string, { foundAt, dueAt, missing, unreadable }: BadgeWatch): string {
  return [
    `Waits for the next reading of \`${url}\`, at ${dueAt}. The badge was last found at ${foundAt}.`,
    ...(missing > 0 ? ['It was **missing** at the last reading; missing twice in a row, it counts as gone.'] : []),
    ...(unreadable > 0
      ? [`The site could not be read ${unreadable} times in a row; after 7 the badge counts as gone.`]
      : []),
    'A badge that is gone makes the status `not_found`, which ends this; listings that were made stay as they are.',
  ].join('\n\n');
}
