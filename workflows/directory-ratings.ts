import { setCurrentDetails } from '@temporalio/workflow';
import type { DirectoryRatings } from '../src/services/ratings/make-directories-due.ts';
import { database } from './activities.ts';

/**
 * Has the ratings of open directories measured, each every 30 days. A schedule runs it every day; the workflow
 * `domain-ratings` does the asking, so that one asks the provider for the whole service.
 */
export async function directoryRatings(): Promise<void> {
  setCurrentDetails(describe(await database.makeDirectoriesDue(new Date().toISOString())));
}

function describe({ open, due, measured, oldestMeasuredAt }: DirectoryRatings): string {
  const oldest = oldestMeasuredAt === null ? '' : `, the oldest at ${oldestMeasuredAt}`;
  return [
    due === 0
      ? 'No directory was due.'
      : `**${due}** directories are due; \`domain-ratings\` asks for them and says in its details what came of it.`,
    `Of ${open} open directories, ${measured} have a measured rating${oldest}; the others have the catalog's.`,
  ].join('\n\n');
}
