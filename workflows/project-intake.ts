import { setCurrentDetails } from '@temporalio/workflow';
import type { Intake } from '../src/services/projects/autofill-project.ts';
import { database, images, site } from './activities.ts';
import { Looks } from './look.ts';

/**
 * Reads a project's site and imports the images that its creation named. A new address wakes it, or starts it anew, to
 * read that one.
 */
export async function projectIntake(projectId: string): Promise<void> {
  const looks = new Looks();
  do {
    looks.begin();
    const intake = await database.readIntake(projectId);
    setCurrentDetails(describe(intake));
    await Promise.all([autofill(projectId, intake.site), ...intake.imageIds.map(importImage)]);
  } while (looks.asked);
}

/** An autofill that could not end in its time has failed, and a project does not wait for it. */
async function autofill(projectId: string, url: string | null): Promise<void> {
  if (url === null) return;
  try {
    await site.autofillProject(projectId, url);
  } catch {
    await database.endAutofill(projectId, url);
  }
}

async function importImage(imageId: string): Promise<void> {
  try {
    await images.importImage(imageId);
  } catch {
    await database.endImport(imageId);
  }
}

function describe({ site: url, imageIds }: Intake): string {
  const waits = [
    ...(url === null ? [] : [`the site ${url} to be read`]),
    ...(imageIds.length === 0 ? [] : [`${imageIds.length} images to be imported`]),
  ];
  return waits.length === 0
    ? 'Waits for nothing: the site has been read and no image is to be imported.'
    : `Waits for ${waits.join(' and ')}, since ${new Date().toISOString()}.`;
}
