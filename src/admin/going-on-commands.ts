import type { Command } from 'commander';
import { workflowIds } from '../domain/workflow-ids.ts';
import { parseListingId } from './arguments.ts';
import { addCommand, type Perform, type ReportOptions } from './report.ts';
import { requireListing } from './require-listing.ts';

/** Adds `listing retry` and `resume`: the updates of a listing's workflow that move no listing. They need Temporal. */
export function addGoingOnCommands(group: Command, perform: Perform): void {
  addUpdate(group, perform, 'retry', 'try the submission of a listing by HTTP now, whether it waits or is stuck');
  addUpdate(group, perform, 'resume', 'let a listing that is stuck go on with its schedule');
}

function addUpdate(group: Command, perform: Perform, name: 'retry' | 'resume', summary: string): void {
  addCommand(group, name, summary)
    .argument('<listing>', 'its lst_ id', parseListingId)
    .action((id: string, options: ReportOptions) =>
      perform(options, async ({ db }) => {
        await requireListing(db.sql, id);
        // Temporal's client is slow to load, and few commands need it.
        const { updateWorkflow } = await import('./temporal.ts');
        await updateWorkflow(workflowIds.listing(id), name);
        return {
          json: { object: 'listing', id, update: name },
          text: `The listing ${id} took \`${name}\`: its workflow says what it waits for now.`,
        };
      }),
    );
}
