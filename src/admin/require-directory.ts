import type { Sql } from '../db/database.ts';
import { findDirectory, findDirectoryBySlug } from '../db/finders/directories.ts';
import { idPattern } from '../domain/ids.ts';
import type { DirectoryRow } from '../resources/directory.ts';
import { Refusal } from './refusal.ts';

/**
 * The directory with this id or slug. No slug looks like an id.
 *
 * @throws Refusal when there is none
 */
export async function requireDirectory(db: Sql, name: string): Promise<DirectoryRow> {
  const isId = new RegExp(idPattern('directory')).test(name);
  const directory = await (isId ? findDirectory(db, name) : findDirectoryBySlug(db, name));
  if (!directory) throw new Refusal(`There is no directory ${name}.`);
  return directory;
}
