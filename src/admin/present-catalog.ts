import { CATALOG_FIELDS, type CatalogEntry } from '../resources/catalog-entry.ts';
import type { CatalogDifference } from '../services/catalog/compare-catalog.ts';
import { formatCells } from './catalog-cells.ts';
import { formatCsv } from './csv.ts';
import { formatFields } from './report.ts';

/** A catalog as a JSON file: one directory a line. */
export function catalogJson(entries: readonly CatalogEntry[]): string {
  const lines = entries.map((entry) => `    ${JSON.stringify(entry)}`);
  return `{\n  "directories": [\n${lines.join(',\n')}\n  ]\n}`;
}

/** A catalog as a CSV file, without its last line feed, which printing adds. */
export function catalogCsv(entries: readonly CatalogEntry[]): string {
  return formatCsv([CATALOG_FIELDS, ...entries.map(formatCells)]).slice(0, -1);
}

/** What has changed, or would, for programs. */
export function differenceJson(difference: CatalogDifference, dryRun: boolean) {
  return { object: 'catalog_difference', dry_run: dryRun, ...difference };
}

/** What has changed, or would, for people. */
export function differenceText(difference: CatalogDifference, dryRun: boolean): string {
  const { added, changed, closed, reopened, unchanged } = difference;
  const told = (slugs: string[]) => [slugs.length, ...slugs].join(' ');
  return [
    dryRun ? 'A dry run: nothing has changed. The import would leave' : 'The catalog has',
    formatFields([
      ['added', told(added)],
      ['changed', told(changed.map(({ slug, fields }) => `${slug} (${fields.join(', ')})`))],
      ['closed', told(closed)],
      ['reopened', told(reopened)],
      ['as it was', String(unchanged)],
    ]),
  ].join('\n');
}
