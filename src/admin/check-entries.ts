import { describeFailure } from '../errors.ts';
import { CatalogEntrySchema, type CatalogEntry } from '../resources/catalog-entry.ts';
import { findFailures, withoutRepeats } from '../resources/validation.ts';
import { Refusal } from './refusal.ts';

/** A row of a file: its number there, and the directory that it should be. */
export interface Row {
  number: number;
  value: unknown;
}

/**
 * The directories that rows are.
 *
 * @param what names the file in the message
 * @throws Refusal with a line for each field of each row that is wrong
 */
export function requireEntries(what: string, rows: readonly Row[]): CatalogEntry[] {
  const slugs = new Map<unknown, number>();
  const wrong = rows.flatMap(({ number, value }) => {
    const { slug } = (value ?? {}) as { slug?: unknown };
    const first = slugs.get(slug);
    if (first === undefined && slug !== undefined) slugs.set(slug, number);
    const faults = [...faultsOf(value), ...(first === undefined ? [] : [`slug: is that of row ${first}`])];
    return faults.map((fault) => `row ${number}, ${fault}`);
  });
  if (wrong.length === 0) return rows.map(({ value }) => value as CatalogEntry);
  throw new Refusal([`${what} cannot be taken, and nothing has changed:`, ...wrong].join('\n'));
}

/** What is wrong with a directory, a field each: its name and a sentence. */
export function faultsOf(value: unknown): string[] {
  const { unknown, items } = findFailures(CatalogEntrySchema, value);
  return [
    ...unknown.map((field) => `${field}: is not a field of a directory`),
    ...withoutRepeats(items).map((item) => `${item.param}: ${describeFailure(item)}`),
  ];
}
