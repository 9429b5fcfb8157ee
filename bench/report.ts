import { availableParallelism, cpus } from 'node:os';

/** A line of the report. */
export interface Figure {
  name: string;
  unit: string;
  service: number;
  baseline: number;
  /** Service over baseline. */
  ratio: number;
  /** The least or the most that the ratio is to be, where there is an aim. */
  aim?: Aim;
}

export type Aim = { atLeast: number } | { atMost: number };

const HEADER = ['what', 'unit', 'service', 'baseline', 'ratio', 'aim'];

/** The figures as a table in Markdown, below the machine that they are of. */
export function formatReport(figures: readonly Figure[], postgresVersion: string): string {
  const rows = figures.map(cells);
  const widths = HEADER.map((_, column) => Math.max(...[HEADER, ...rows].map((row) => row[column]!.length)));
  const line = (row: string[]) => `| ${row.map((cell, column) => align(cell, column, widths[column]!)).join(' | ')} |`;
  const rule = widths.map((width, column) => (isNumber(column) ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)));
  const machine = `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'})`;
  const versions = `Node ${process.versions.node}, PostgreSQL ${postgresVersion}`;
  return [`${machine}, ${versions}; ratios are medians of each round's`, '', ...[HEADER, rule, ...rows].map(line)].join(
    '\n',
  );
}

function cells({ name, unit, service, baseline, ratio, aim }: Figure): string[] {
  return [name, unit, number(service), number(baseline), ratio.toFixed(2), aim ? verdict(aim, ratio) : ''];
}

function verdict(aim: Aim, ratio: number): string {
  const [words, met] =
    'atLeast' in aim
      ? [`at least ${aim.atLeast}`, ratio >= aim.atLeast]
      : [`at most ${aim.atMost}`, ratio <= aim.atMost];
  return `${words}: ${met ? 'met' : 'missed'}`;
}

function number(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

/** Words to the left, numbers to the right. */
function align(cell: string, column: number, width: number): string {
  return isNumber(column) ? cell.padStart(width) : cell.padEnd(width);
}

function isNumber(column: number): boolean {
  return column >= 2 && column <= 4;
}
