import type { Command } from 'commander';
import { listDirectories } from '../db/finders/directories.ts';
import { editDirectory } from '../services/catalog/change-catalog.ts';
import { parseSearch } from './arguments.ts';
import { addDriverCommand } from './driver-command.ts';
import { addEditCommand } from './edit-directory-command.ts';
import { directoriesTable, directoryJson, directoryText } from './present-directory.ts';
import { Refusal } from './refusal.ts';
import { addLimit, reportList, type ListOptions } from './report-list.ts';
import { addCommand, type Perform, type ReportOptions } from './report.ts';
import { requireDirectory } from './require-directory.ts';

/** Adds the group `directory`. */
export function addDirectoryCommands(program: Command, perform: Perform): void {
  const group = program
    .command('directory')
    .description('directories of the catalog: what they take, whether they are open');
  addList(group, perform);
  addShow(group, perform);
  addOpen(group, perform, true);
  addOpen(group, perform, false);
  addEditCommand(group, perform);
  addDriverCommand(group, perform);
}

function addList(group: Command, perform: Perform): void {
  addLimit(addCommand(group, 'list', 'list directories, highest rating first'))
    .option('--q <text>', 'only those with this text in their name or address', parseSearch)
    .option('--open', 'only open ones')
    .option('--closed', 'only closed ones')
    .action((options: ListOptions & { q?: string; open?: true; closed?: true }) =>
      perform(options, async ({ db }) => {
        if (options.open && options.closed) throw new Refusal('No directory is both open and closed.');
        const filters = { q: options.q, open: options.open ?? (options.closed ? false : undefined) };
        return reportList(await listDirectories(db.sql, filters, { limit: options.limit, after: null }), {
          json: directoryJson,
          table: directoriesTable,
          none: 'There are no such directories.',
        });
      }),
    );
}

function addShow(group: Command, perform: Perform): void {
  addCommand(group, 'show', 'show a directory')
    .argument('<directory>', 'its dir_ id or slug')
    .action((name: string, options: ReportOptions) =>
      perform(options, async ({ db }) => {
        const directory = await requireDirectory(db.sql, name);
        return { json: directoryJson(directory), text: directoryText(directory) };
      }),
    );
}

function addOpen(group: Command, perform: Perform, open: boolean): void {
  const state = open ? 'open' : 'closed';
  const summary = open
    ? 'take submissions again, and offer it to the projects that replace'
    : 'take no submissions from now on; the listings that it has go on';
  addCommand(group, open ? 'open' : 'close', summary)
    .argument('<directory>', 'its dir_ id or slug')
    .action((name: string, options: ReportOptions) =>
      perform(options, async (deps) => {
        const directory = await requireDirectory(deps.db.sql, name);
        if (directory.open === open) throw new Refusal(`The directory ${directory.slug} is ${state} already.`);
        await editDirectory(deps, directory.slug, { open });
        const json = directoryJson(await requireDirectory(deps.db.sql, directory.slug));
        return { json, text: `The directory ${directory.slug} is ${state} now.` };
      }),
    );
}
