import { readFile } from 'node:fs/promises';
import type { AdminConfig } from '../config.ts';
import { Refusal } from './refusal.ts';

/** What the command works on, and for messages where that was found. */
export interface Installation {
  databaseUrl: string;
  /** Where clients reach the server, without a trailing slash. */
  publicUrl: string;
  foundIn: string;
}

export interface InstallationSources extends AdminConfig {
  /** The file that the embedded stack leaves; it matters only when the environment names no database. */
  devFile: string;
}

/**
 * Which installation to work on.
 *
 * @throws Refusal when none is named, or with something that is no address
 */
export async function findInstallation({
  databaseUrl,
  publicUrl,
  devFile,
}: InstallationSources): Promise<Installation> {
  const installation = databaseUrl
    ? { databaseUrl, publicUrl, foundIn: 'DATABASE_URL' }
    : { ...(await readDevFile(devFile)), foundIn: devFile };
  if (!/^postgres(ql)?:\/\//.test(installation.databaseUrl)) {
    throw new Refusal(`${installation.foundIn} must name the database by a postgresql:// address.`);
  }
  return installation;
}

async function readDevFile(file: string): Promise<Omit<Installation, 'foundIn'>> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch {
    throw new Refusal('No database is known: set DATABASE_URL, or start the embedded stack with `npm start`.');
  }
  try {
    const { database_url, base_url } = JSON.parse(text) as { database_url?: unknown; base_url?: unknown };
    return { databaseUrl: String(database_url), publicUrl: new URL(String(base_url)).href.replace(/\/v1\/?$/, '') };
  } catch {
    throw new Refusal(
      `${file} cannot be understood: set DATABASE_URL, or start the embedded stack with \`npm start\`.`,
    );
  }
}
