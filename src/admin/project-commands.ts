import { Option, type Command } from 'commander';
import { listProjectRecords } from '../services/projects/project-records.ts';
import { parseAccountId, parseProjectId } from './arguments.ts';
import { addHoldCommands } from './hold-commands.ts';
import { projectJson, projectsTable, projectText } from './present-project.ts';
import { addLimit, reportList, type ListOptions } from './report-list.ts';
import { addCommand, type Perform, type ReportOptions } from './report.ts';
import { requireAccount } from './require-account.ts';
import { requireProject } from './require-project.ts';

/** Adds `project show`, `list`, `hold` and `release`. */
export function addProjectCommands(program: Command, perform: Perform): void {
  const group = program.command('project').description('products of an account: where they stand, and holds on them');
  addShow(group, perform);
  addList(group, perform);
  addHoldCommands(group, perform);
}

function addShow(group: Command, perform: Perform): void {
  addCommand(group, 'show', 'show where a project stands: its site, images, autofill, readiness and listings')
    .argument('<project>', 'its prj_ id', parseProjectId)
    .action((id: string, options: ReportOptions) =>
      perform(options, async ({ db }) => {
        const project = await requireProject(db.sql, id);
        return { json: projectJson(project), text: projectText(project) };
      }),
    );
}

function addList(group: Command, perform: Perform): void {
  addLimit(addCommand(group, 'list', "list an account's projects in one mode, newest first"))
    .argument('<account>', 'the acc_ id', parseAccountId)
    .addOption(new Option('--mode <mode>', 'which mode').choices(['live', 'test']).makeOptionMandatory())
    .action((accountId: string, options: ListOptions & { mode: 'live' | 'test' }) =>
      perform(options, async ({ db }) => {
        await requireAccount(db.sql, accountId);
        const scope = { account_id: accountId, livemode: options.mode === 'live' };
        return reportList(await listProjectRecords(db.sql, scope, options.limit), {
          json: projectJson,
          table: projectsTable,
          none: `The account ${accountId} has no projects in ${options.mode} mode.`,
        });
      }),
    );
}
