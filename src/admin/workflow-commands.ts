import type { Command } from 'commander';
import { restoreWorkflows } from '../services/workflows/restore-workflows.ts';
import { addCommand, formatTable, type Perform, type ReportOptions } from './report.ts';

/** Adds the group `workflows`. */
export function addWorkflowCommands(program: Command, perform: Perform): void {
  const group = program.command('workflows').description('the workflows as a whole, after a restore (docs/backup.md)');
  addCommand(group, 'restore', 'have every workflow run that the database says should; safe to repeat').action(
    async (options: ReportOptions) => {
      await perform(options, async (deps) => {
        const woken = await restoreWorkflows(deps);
        const rows = Object.entries(woken).map(([kind, count]) => [kind, String(count)]);
        return {
          json: { object: 'restored_workflows', woken },
          text: `${formatTable(['workflow', 'woken'], rows)}\n\nWorkers start those that do not run, as fast as they can.`,
        };
      });
    },
  );
}
