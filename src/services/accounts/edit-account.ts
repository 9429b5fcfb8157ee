import type { ServiceDeps } from '../deps.ts';

/**
 * Changes who an account is; what is not given stays.
 *
 * @param change at least one of both
 * @returns false when there is no such account
 */
export async function editAccount(
  { db }: Pick<ServiceDeps, 'db'>,
  accountId: string,
  change: { name?: string | undefined; ownerEmail?: string | undefined },
): Promise<boolean> {
  const { numUpdatedRows } = await db.sql
    .updateTable('account')
    .set({
      ...(change.name === undefined ? {} : { name: change.name }),
      ...(change.ownerEmail === undefined ? {} : { owner_email: change.ownerEmail }),
    })
    .where('id', '=', accountId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
