import type { Client } from '@temporalio/client';
import { workflowIds } from '../domain/workflow-ids.ts';
import { searchAttributes } from '../../workflows/search-attributes.ts';
import { Refusal } from './refusal.ts';
import { withTemporal } from './temporal.ts';

/** Why each listing that cannot go on is parked, by its id; or a sentence that says why that is not known. */
export interface Parked {
  reasons: Map<string, string>;
  unknown: string | null;
}

/**
 * Asks Temporal which listings are parked.
 *
 * @param accountId of this account only; well-formed
 */
export async function listParked(accountId: string | undefined): Promise<Parked> {
  try {
    return { reasons: await withTemporal((client) => readReasons(client, accountId)), unknown: null };
  } catch (error) {
    const unknown = error instanceof Refusal ? error.message : 'Temporal does not answer.';
    return { reasons: new Map(), unknown };
  }
}

async function readReasons(client: Client, accountId: string | undefined): Promise<Map<string, string>> {
  const ofAccount = accountId === undefined ? '' : ` AND AccountId = "${accountId}"`;
  const query = `WorkflowType = "listing" AND ExecutionStatus = "Running" AND StuckReason IS NOT NULL${ofAccount}`;
  const prefix = workflowIds.listing('');
  const reasons = new Map<string, string>();
  for await (const { workflowId, typedSearchAttributes } of client.workflow.list({ query })) {
    const reason = typedSearchAttributes.get(searchAttributes.stuckReason);
    if (reason !== undefined) reasons.set(workflowId.slice(prefix.length), reason);
  }
  return reasons;
}
