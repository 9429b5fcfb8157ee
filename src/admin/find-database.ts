import { readFile } from 'node:fs/promises';
import { Refusal } from './refusal.ts';

/** A database, and for messages where its address was found. */
export interface DatabaseAddress {
  url: string;
  foundIn: string;
}

export interface DatabaseSources {
  /** What the environment names. */
  databaseUrl: string | undefined;
  /** The file that the embedded stack leaves; it matters only when the environment names none. */
  devFile: string;
}

/**
 * Which database to work on.
 *
 * @throws Refusal when none is named, or with something that is no address
 */
export async function findDatabase({ databaseUrl, devFile }: DatabaseSources): Promise<DatabaseAddress> {
  const address = databaseUrl
    ? { url: databaseUrl, foundIn: 'DATABASE_URL' }
    : { url: await readDevFile(devFile), foundIn: devFile };
  if (!/^postgres(ql)?:\/\//.test(address.url)) {
    throw new Refusal(`${address.foundIn} must name the database by a postgresql:// address.`);
  }
  return address;
}

async function readDevFile(file: string): Promise<string> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch {
    throw new Refusal('No database is known: set DATABASE_URL, or start the embedded stack with `npm start`.');
  }
  try {
    const { database_url } = JSON.parse(text) as { database_url?: unknown };
    return String(database_url);
  } catch {
    throw new Refusal(
      `${file} cannot be understood: set DATABASE_URL, or start the embedded stack with \`npm start\`.`,
    );
  }
}
