import type { SecretBox } from '../../crypto/secret-box.ts';
import type { Sql } from '../../db/database.ts';
import { workflowIds } from '../../domain/workflow-ids.ts';
import { ServiceError, validationFailed } from '../../errors.ts';
import { writeOutbox } from '../../outbox/record.ts';
import type { DirectoryDriver } from '../../resources/directory-driver.ts';
import type { ServiceDeps } from '../deps.ts';
import { refuseDriver } from './refuse-driver.ts';

const PRINTABLE = /^[\x20-\x7e]{1,4096}$/;

/**
 * Sets how live listings reach a directory, and tells those that are being submitted.
 *
 * @param driver its description, which may be any JSON; null to have an operator submit them
 * @param secret what `driver.auth` sends; the one that is stored stays when absent
 * @throws ServiceError `not_found`, or `validation_failed` with a sentence for the operator
 */
export async function setDriver(
  deps: Pick<ServiceDeps, 'db' | 'wake'> & { secrets: Pick<SecretBox, 'seal'> },
  directoryId: string,
  driver: unknown,
  secret?: string,
): Promise<void> {
  const refusal = driver === null ? null : refuseDriver(driver);
  if (refusal) throw refused('driver', refusal);
  const checked = driver as DirectoryDriver | null;
  const secretRefusal = refuseSecret(checked, secret);
  if (secretRefusal) throw refused('secret', secretRefusal);
  await deps.db.sql.transaction().execute(async (sql) => {
    const { numUpdatedRows } = await sql
      .updateTable('directory')
      .set({ driver: checked })
      .where('id', '=', directoryId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new ServiceError('not_found', `There is no directory ${directoryId}.`);
    await keepSecret(sql, directoryId, checked, secret === undefined ? null : deps.secrets.seal(secret));
    await wakeListingsOf(sql, directoryId);
  });
  deps.wake('outbox');
}

/** Null also where no secret is given, which is right when there is one. */
function refuseSecret(driver: DirectoryDriver | null, secret: string | undefined): string | null {
  if (secret === undefined) return null;
  if (!driver?.auth) return 'A secret is for a driver with `auth`.';
  if (!PRINTABLE.test(secret)) return 'The secret must be one line of 1 to 4,096 printable ASCII characters.';
  return driver.auth.kind === 'basic' && !secret.includes(':')
    ? 'The secret of `basic` is a user name, a colon and a password.'
    : null;
}

/** A directory has a secret exactly while its driver sends one. */
async function keepSecret(
  sql: Sql,
  directoryId: string,
  driver: DirectoryDriver | null,
  sealed: Buffer | null,
): Promise<void> {
  if (!driver?.auth) {
    await sql.deleteFrom('directory_secret').where('directory_id', '=', directoryId).execute();
  } else if (sealed) {
    await sql
      .insertInto('directory_secret')
      .values({ directory_id: directoryId, sealed })
      .onConflict((conflict) => conflict.column('directory_id').doUpdateSet({ sealed }))
      .execute();
  } else {
    const stored = await sql
      .selectFrom('directory_secret')
      .select('directory_id')
      .where('directory_id', '=', directoryId)
      .executeTakeFirst();
    if (!stored) throw refused('secret', 'A driver with `auth` needs a secret, and the directory has none yet.');
  }
}

async function wakeListingsOf(sql: Sql, directoryId: string): Promise<void> {
  const listings = await sql
    .selectFrom('listing')
    .select('id')
    .where('directory_id', '=', directoryId)
    .where('status', '=', 'in_progress')
    .where('livemode', '=', true)
    .execute();
  if (listings.length === 0) return;
  await writeOutbox(
    sql,
    listings.map(({ id }) => ({ kind: 'wake', target: workflowIds.listing(id) })),
  );
}

function refused(param: string, sentence: string): ServiceError {
  return validationFailed([{ param, code: 'not_allowed' }], sentence);
}
