import type { Workflow } from '@temporalio/common';
import { workflowIds } from '../domain/workflow-ids.ts';
import type {
  accountCapacity,
  badge,
  catalogChanges,
  domainRatings,
  endpointHealth,
  launch,
  listing,
  projectIntake,
  report,
  webhookDelivery,
  webhookReplay,
} from '../../workflows/index.ts';

/** The signal that says: something changed, read the database. */
export const LOOK = 'look';

interface WorkflowStart {
  type: string;
  args: unknown[];
  /** One line that says in the Temporal UI what it is. */
  summary: string;
}

/** A workflow and the arguments that its id stands for. */
function start<T extends Workflow>(type: string, args: Parameters<T>, summary: string): WorkflowStart {
  return { type, args, summary };
}

/**
 * The workflow that an id names.
 *
 * @param workflowId as `workflowIds` makes them
 */
export function workflowStart(workflowId: string): WorkflowStart {
  const [kind, ...rest] = workflowId.split('/');
  const [id = '', mode] = rest;
  switch (kind) {
    case 'launch':
      return start<typeof launch>('launch', [id], `Launched project ${id}`);
    case 'listing':
      return start<typeof listing>('listing', [id], `Listing ${id}`);
    case 'capacity':
      return start<typeof accountCapacity>('accountCapacity', [id, mode === 'live'], `Slots of ${id} (${mode} mode)`);
    case 'intake':
      return start<typeof projectIntake>('projectIntake', [id], `Reads the site and images of project ${id}`);
    case 'badge':
      return start<typeof badge>('badge', [id], `Badge on the site of project ${id}`);
    case 'delivery':
      return start<typeof webhookDelivery>('webhookDelivery', [id], `Retries of webhook delivery ${id}`);
    case 'report':
      return start<typeof report>('report', [id], `Builds report ${id} and deletes its file after 7 days`);
    case 'endpoint':
      return start<typeof endpointHealth>('endpointHealth', [id], `Health of webhook endpoint ${id}`);
    case 'replay':
      return start<typeof webhookReplay>('webhookReplay', [id], `Sends missed events again: webhook replay ${id}`);
    case workflowIds.domainRatings:
      return start<typeof domainRatings>(
        'domainRatings',
        [],
        'Measures the domain ratings of projects and directories, each every 30 days',
      );
    case workflowIds.catalogChanges:
      return start<typeof catalogChanges>('catalogChanges', [], 'Offers new directories to the projects that replace');
    default:
      throw new Error(`no workflow has the id ${workflowId}`);
  }
}
