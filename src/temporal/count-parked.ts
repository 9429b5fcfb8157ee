import type { Client } from '@temporalio/client';

const PARKED = 'WorkflowType = "listing" AND ExecutionStatus = "Running" AND StuckReason IS NOT NULL';
const DEADLINE_MS = 1_500;

/** How many listings cannot go on by themselves, as their workflows say. */
export async function countParked(client: Client): Promise<number> {
  const { count } = await client.withDeadline(Date.now() + DEADLINE_MS, () => client.workflow.count(PARKED));
  return count;
}
