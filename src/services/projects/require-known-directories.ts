import { validationFailed } from '../../errors.ts';
import type { Tx } from '../transaction.ts';

/**
 * Refuses `excluded_directories` that are not in the catalog.
 *
 * @throws ServiceError `validation_failed` with `unknown` for each
 */
export async function requireKnownDirectories(tx: Tx, ids: readonly string[] | null | undefined): Promise<void> {
  if (!ids || ids.length === 0) return;
  const rows = await tx.sql.selectFrom('directory').select('id').where('id', 'in', ids).execute();
  const known = new Set(rows.map((row) => row.id));
  const errors = ids.flatMap((id, index) =>
    known.has(id) ? [] : [{ param: `excluded_directories[${index}]`, code: 'unknown' as const }],
  );
  if (errors.length > 0) throw validationFailed(errors);
}
