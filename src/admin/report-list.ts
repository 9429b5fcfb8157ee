import type { Command } from 'commander';
import type { Page } from '../db/page.ts';
import { MAX_LIMIT, parseLimit } from './arguments.ts';
import type { Report, ReportOptions } from './report.ts';

const DEFAULT_LIMIT = 50;

export interface ListOptions extends ReportOptions {
  limit: number;
}

/** Gives a command the option that all long lists have. */
export function addLimit(command: Command): Command {
  return command.option('--limit <number>', `how many at most, 1 to ${MAX_LIMIT}`, parseLimit, DEFAULT_LIMIT);
}

/** How a list is shown to programs and to people. */
export interface ListPresenter<Row> {
  json: (row: Row) => object;
  table: (rows: Row[]) => string;
  /** What to say when there are none. */
  none: string;
}

/** Reports a page; people are told when there is more than they see. */
export function reportList<Row>({ rows, hasMore }: Page<Row>, { json, table, none }: ListPresenter<Row>): Report {
  const more = hasMore ? `\n\nThere are more than these ${rows.length}; --limit shows up to ${MAX_LIMIT}.` : '';
  return {
    json: { object: 'list', data: rows.map(json), has_more: hasMore },
    text: rows.length > 0 ? table(rows) + more : none,
  };
}
