import { Option, type Command } from 'commander';
import { HOLD_REASONS, type HoldReason } from '../domain/project-status.ts';
import { setHold } from '../services/projects/hold-project.ts';
import { parseProjectId } from './arguments.ts';
import { projectJson } from './present-project.ts';
import { Refusal } from './refusal.ts';
import { addCommand, type Perform, type ReportOptions } from './report.ts';
import { requireProject } from './require-project.ts';

/** Adds `project hold` and `release`. */
export function addHoldCommands(group: Command, perform: Perform): void {
  addHold(group, perform);
  addRelease(group, perform);
}

function addHold(group: Command, perform: Perform): void {
  addCommand(group, 'hold', 'start none of its pending listings and add none; what is in progress goes on')
    .argument('<project>', 'its prj_ id', parseProjectId)
    .addOption(new Option('--reason <reason>', 'why').choices(HOLD_REASONS).makeOptionMandatory())
    .action((id: string, options: ReportOptions & { reason: HoldReason }) =>
      perform(options, async (deps) => {
        const { launched_at, hold_reason } = await requireProject(deps.db.sql, id);
        if (!launched_at) throw new Refusal(`The project ${id} cannot be held: it is a draft, which does nothing yet.`);
        if (hold_reason === options.reason) throw new Refusal(`The project ${id} is held already (${hold_reason}).`);
        await setHold(deps, id, options.reason);
        const project = await requireProject(deps.db.sql, id);
        return { json: projectJson(project), text: `Held project ${id} (${project.hold_reason}).` };
      }),
    );
}

function addRelease(group: Command, perform: Perform): void {
  addCommand(group, 'release', 'let a project that is held go on')
    .argument('<project>', 'its prj_ id', parseProjectId)
    .action((id: string, options: ReportOptions) =>
      perform(options, async (deps) => {
        if (!(await requireProject(deps.db.sql, id)).hold_reason) throw new Refusal(`The project ${id} is not held.`);
        await setHold(deps, id, null);
        const project = await requireProject(deps.db.sql, id);
        return { json: projectJson(project), text: `Released project ${id}, which is now ${project.status}.` };
      }),
    );
}
