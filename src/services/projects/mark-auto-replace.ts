import { sql } from 'kysely';
import { workflowIds } from '../../domain/workflow-ids.ts';
import type { Tx } from '../transaction.ts';

/**
 * Marks projects whose allowance may have become free, or for which a directory may have opened (specification 2.2.1).
 * A project that does not replace is left as it is. The projects are locked; the caller derives them after it.
 */
export async function markAutoReplace(tx: Tx, projectIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update project set auto_replace_due_at = ${tx.now}
    where id = any(${projectIds}) and auto_replace and launched_at is not null and auto_replace_due_at is null
    returning id
  `.execute(tx.sql);
  for (const { id } of rows) tx.send({ kind: 'wake', target: workflowIds.launch(id) });
}

/** Takes the mark from a locked project; the caller derives it after it. */
export async function unmarkAutoReplace(tx: Tx, projectId: string): Promise<void> {
  await tx.sql.updateTable('project').set({ auto_replace_due_at: null }).where('id', '=', projectId).execute();
}
