import { continueAsNew, setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import type { Announcement } from '../src/services/catalog/announce-directories.ts';
import { database } from './activities.ts';
import { Looks } from './look.ts';

/** A walk through all projects, by id, with directories that are new to them. */
export interface CatalogWalk {
  announcements: Announcement[];
  /** When it began (ISO 8601). */
  since: string;
  /** The last project that it has come to; null at its beginning. */
  after: string | null;
}

/**
 * Announces directories that joined the catalog or opened again to the projects that replace. What is to be announced
 * stands in the database until every project has been looked at.
 */
export async function catalogChanges(walk: CatalogWalk | null = null): Promise<void> {
  const looks = new Looks();
  while (!workflowInfo().continueAsNewSuggested) {
    looks.begin();
    walk ??= await nextWalk();
    setCurrentDetails(describe(walk));
    if (walk) walk = await step(walk);
    else await looks.next();
  }
  await continueAsNew<typeof catalogChanges>(walk);
}

async function nextWalk(): Promise<CatalogWalk | null> {
  const announcements = await database.readAnnouncements();
  return announcements.length === 0 ? null : { announcements, since: new Date().toISOString(), after: null };
}

/** @returns null when the walk has come to its end */
async function step(walk: CatalogWalk): Promise<CatalogWalk | null> {
  const directoryIds = walk.announcements.map(({ directoryId }) => directoryId);
  const at = new Date().toISOString();
  const after = await database.markProjectsForDirectories(directoryIds, walk.after, at);
  if (after !== null) return { ...walk, after };
  await database.endAnnouncements(walk.announcements);
  return null;
}

function describe(walk: CatalogWalk | null): string {
  if (!walk) {
    return `Waits for a directory to join the catalog or to open again, since ${new Date().toISOString()}.`;
  }
  const place = walk.after === null ? 'It is at the first of them' : `It has come to \`${walk.after}\``;
  return `Offers **${walk.announcements.length}** directories to the projects that replace, since ${walk.since}. ${place}.`;
}
