import type { Clock } from '../clock.ts';
import { openDatabase, type Database } from '../db/database.ts';
import { isUnavailable } from '../db/is-unavailable.ts';
import type { EventDeps } from '../services/deps.ts';
import type { Installation } from './find-installation.ts';
import { Refusal } from './refusal.ts';

const CONNECTIONS = 2;

/** What a server's refusals (SQLSTATE) mean to an operator, after "The database that … names". */
const REFUSALS: Record<string, string> = {
  '3D000': 'does not exist',
  '28P01': 'refuses this user or password',
  '28000': 'refuses this user or password',
  '42P01': 'has none of the tables yet: start the service on it once',
};

/**
 * Opens the database, works on it and closes it.
 *
 * @throws Refusal when the database cannot be reached or is not the service's
 */
export async function withDatabase<T>(
  { databaseUrl, publicUrl, foundIn }: Installation,
  clock: Clock,
  work: (deps: EventDeps) => Promise<T>,
): Promise<T> {
  let db: Database | undefined;
  try {
    db = await openDatabase(databaseUrl, CONNECTIONS);
    // Workers sweep the outbox every second, so a process that is about to end need not wake them.
    return await work({ db, clock, wake: () => undefined, assetsUrl: `${publicUrl}/assets` });
  } catch (error) {
    const refusal = isUnavailable(error) ? 'cannot be reached' : REFUSALS[(error as { code?: string }).code ?? ''];
    if (refusal === undefined) throw error;
    throw new Refusal(`The database that ${foundIn} names ${refusal}.`, { cause: error });
  } finally {
    await db?.close();
  }
}
