import { readFile } from 'node:fs/promises';
import type { CatalogEntry } from '../resources/catalog-entry.ts';

/** The directories that come with the project. */
export async function readSampleCatalog(): Promise<CatalogEntry[]> {
  const file = new URL('../../catalog/directories.json', import.meta.url);
  return (JSON.parse(await readFile(file, 'utf8')) as { directories: CatalogEntry[] }).directories;
}
