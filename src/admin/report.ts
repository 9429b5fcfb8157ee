import type { Command } from 'commander';
import type { EventDeps } from '../services/deps.ts';

/** What a command answers: an object for programs, and the same in words for people. */
export interface Report {
  json: object;
  text: string;
}

export interface ReportOptions {
  /** Whether a program reads the answer. */
  json?: boolean;
}

/** Runs a command's work on the database and prints what it reports. */
export type Perform = (options: ReportOptions, work: (deps: EventDeps) => Promise<Report>) => Promise<void>;

/** Adds a command to a group, with the option that all commands have. */
export function addCommand(group: Command, name: string, summary: string): Command {
  return group.command(name).description(summary).option('--json', 'print one JSON object');
}

/**
 * Ends a command that was given none of these options, of which it needs at least one.
 *
 * @param names as commander stores them (`replyTo` of `--reply-to`)
 * @throws CommanderError
 */
export function requireOption(command: Command, names: string[]): void {
  if (names.some((name) => command.getOptionValue(name) !== undefined)) return;
  const flags = command.options.filter((option) => names.includes(option.attributeName())).map(({ long }) => long);
  command.error(`error: give at least one of ${flags.join(', ')}`);
}

/** Names and values, one a line. */
export function formatFields(fields: readonly (readonly [name: string, value: string])[]): string {
  const width = Math.max(...fields.map(([name]) => name.length));
  return fields.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n');
}

/** Rows under their headings, in columns. */
export function formatTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
