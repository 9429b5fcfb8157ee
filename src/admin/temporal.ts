import { hostname, userInfo } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Client, Connection, WorkflowNotFoundError, WorkflowUpdateFailedError } from '@temporalio/client';
import { readAdminConfig } from '../config.ts';
import { findTemporal } from './find-temporal.ts';
import { Refusal } from './refusal.ts';

const DEV_FILE = fileURLToPath(new URL('../../.local/dev.json', import.meta.url));
const CONNECT_TIMEOUT_MS = 3_000;
const ANSWER_TIMEOUT_MS = 30_000;

/**
 * Works with the installation's Temporal service. Histories show who it was: the user and the machine.
 *
 * @throws Refusal when it is not known or cannot be reached
 */
export async function withTemporal<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const { address, namespace } = await findTemporal({ ...readAdminConfig(), devFile: DEV_FILE });
  const connection = await connect(address);
  try {
    const client = new Client({ connection, namespace, identity: `admin ${userInfo().username}@${hostname()}` });
    return await client.withDeadline(Date.now() + ANSWER_TIMEOUT_MS, () => work(client));
  } finally {
    await connection.close();
  }
}

/**
 * Makes an update of a running workflow and waits for its answer.
 *
 * @throws Refusal with the workflow's own sentence
 */
export function updateWorkflow(workflowId: string, name: string): Promise<void> {
  return withTemporal(async (client) => {
    try {
      await client.workflow.getHandle(workflowId).executeUpdate(name);
    } catch (error) {
      if (error instanceof WorkflowUpdateFailedError) throw new Refusal(error.cause?.message ?? error.message);
      if (error instanceof WorkflowNotFoundError) throw new Refusal(`No workflow ${workflowId} runs.`);
      throw new Refusal(
        `The workflow ${workflowId} has not answered: does a worker run? It may still take the update.`,
        {
          cause: error,
        },
      );
    }
  });
}

async function connect(address: string): Promise<Connection> {
  try {
    return await Connection.connect({ address, connectTimeout: CONNECT_TIMEOUT_MS });
  } catch (error) {
    throw new Refusal(`Temporal cannot be reached at ${address}.`, { cause: error });
  }
}
