import { setCurrentDetails } from '@temporalio/workflow';
import { database, images, site } from './activities.ts';

/** Reads a new project's site and imports the images that its creation named. */
export async function projectIntake(projectId: string): Promise<void> {
  const waits = ['the site of the project to be read'];
  const imageIds = await database.listImports(projectId);
  if (imageIds.length > 0) waits.push(`${imageIds.length} images to be imported`);
  setCurrentDetails(`Waits for ${waits.join(' and ')}, since ${new Date().toISOString()}.`);
  await Promise.all([autofill(projectId), ...imageIds.map(importImage)]);
}

/** An autofill that could not end in its time has failed, and a project does not wait for it. */
async function autofill(projectId: string): Promise<void> {
  try {
    await site.autofillProject(projectId);
  } catch {
    await database.endAutofill(projectId);
  }
}

async function importImage(imageId: string): Promise<void> {
  try {
    await images.importImage(imageId);
  } catch {
    await database.endImport(imageId);
  }
}
