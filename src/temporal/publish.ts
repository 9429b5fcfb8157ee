import { ActivityNotFoundError, WorkflowExecutionAlreadyStartedError, type Client } from '@temporalio/client';
import type { Publish } from '../outbox/relay.ts';
import { TASK_QUEUES } from '../domain/task-queues.ts';
import { LOOK, workflowStart } from './workflow-types.ts';

const DEADLINE_MS = 10_000;

/** Publishes outbox messages to Temporal. Each may be repeated: the second time changes nothing. */
export function createPublish(client: Client): Publish {
  return (message) =>
    client.withDeadline(Date.now() + DEADLINE_MS, async () => {
      switch (message.kind) {
        case 'wake':
          return wake(client, message.target);
        case 'start':
          return startOnce(client, message.target);
        case 'complete_attempt':
          return completeAttempt(client, message.payload as { taskToken: string });
      }
    });
}

async function wake(client: Client, workflowId: string): Promise<void> {
  const { type, args, summary } = workflowStart(workflowId);
  await client.workflow.signalWithStart(type, {
    workflowId,
    taskQueue: TASK_QUEUES.listings,
    args,
    signal: LOOK,
    signalArgs: [],
    staticSummary: summary,
  });
}

async function startOnce(client: Client, workflowId: string): Promise<void> {
  const { type, args, summary } = workflowStart(workflowId);
  try {
    await client.workflow.start(type, {
      workflowId,
      taskQueue: TASK_QUEUES.listings,
      args,
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
      staticSummary: summary,
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

/** The outcome is in the database; the activity that waits is only told to go on. */
async function completeAttempt(client: Client, { taskToken }: { taskToken: string }): Promise<void> {
  try {
    await client.activity.complete(Buffer.from(taskToken, 'base64'), undefined);
  } catch (error) {
    if (!(error instanceof ActivityNotFoundError)) throw error;
  }
}
