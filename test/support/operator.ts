/** What an operator sees in the Temporal UI, read as the UI reads it. */
import type { Client } from '@temporalio/client';

interface WorkflowMetadata {
  currentDetails?: string;
  definition?: { updateDefinitions?: { name: string; description?: string }[] };
}

/** The metadata that a running workflow shows; null while there is no such workflow. */
export async function workflowMetadata(client: Client, workflowId: string): Promise<WorkflowMetadata | null> {
  const handle = client.workflow.getHandle(workflowId);
  return handle.query<WorkflowMetadata>('__temporal_workflow_metadata').catch(() => null);
}

/** The one line that says what a workflow is. */
export async function staticSummary(client: Client, workflowId: string): Promise<string | undefined> {
  return (await client.workflow.getHandle(workflowId).describe()).staticSummary();
}
