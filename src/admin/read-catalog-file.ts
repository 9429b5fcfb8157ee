import { readFile } from 'node:fs/promises';
import { CATALOG_FIELDS, type CatalogEntry } from '../resources/catalog-entry.ts';
import { readCell } from './catalog-cells.ts';
import { requireEntries, type Row } from './check-entries.ts';
import { CsvError, parseCsv } from './csv.ts';
import { Refusal } from './refusal.ts';

/**
 * Reads the directories of a file: CSV when its name ends so, else JSON.
 *
 * @throws Refusal when it is not such a file, or with each field of each row that is wrong. The first directory of JSON
 *   is row 1; in CSV the headings are.
 */
export async function readCatalogFile(path: string): Promise<CatalogEntry[]> {
  const text = await readText(path);
  const rows = /\.csv$/i.test(path) ? csvRows(path, text) : jsonRows(path, text);
  if (rows.length === 0) throw new Refusal(`The catalog ${path} holds no directories.`);
  return requireEntries(`The catalog ${path}`, rows);
}

async function readText(path: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
  } catch (error) {
    if (error instanceof TypeError) throw new Refusal(`The catalog ${path} must be written in UTF-8.`);
    throw new Refusal(`The catalog ${path} must be a file that can be read here.`);
  }
}

function jsonRows(path: string, text: string): Row[] {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new Refusal(`The catalog ${path} is neither JSON nor named .csv.`);
  }
  const { directories } = (content ?? {}) as { directories?: unknown };
  if (!Array.isArray(directories)) throw new Refusal(`The catalog ${path} must have a list \`directories\`.`);
  return directories.map((value: unknown, index) => ({ number: index + 1, value }));
}

function csvRows(path: string, text: string): Row[] {
  const [headings, ...rows] = parse(path, text);
  const misnamed = [
    ...CATALOG_FIELDS.filter((field) => !headings?.includes(field)).map((field) => `no column ${field}`),
    ...(headings ?? []).filter((heading, index) => !isField(heading) || headings!.indexOf(heading) !== index),
  ];
  if (misnamed.length > 0) {
    throw new Refusal(`The catalog ${path} must have each column once, and no other: ${misnamed.join(', ')}.`);
  }
  return rows
    .map((cells, index) => ({ number: index + 2, cells }))
    .filter(({ cells }) => cells.length > 1 || cells[0] !== '')
    .map(({ number, cells }) => ({ number, value: valueOf(path, headings as (keyof CatalogEntry)[], cells, number) }));
}

function parse(path: string, text: string): string[][] {
  try {
    return parseCsv(text);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new Refusal(`The catalog ${path} cannot be read: ${error.message}.`);
  }
}

function valueOf(path: string, headings: (keyof CatalogEntry)[], cells: string[], number: number): unknown {
  if (cells.length !== headings.length) {
    throw new Refusal(
      `The catalog ${path} cannot be read: row ${number} has ${cells.length} cells of ${headings.length}.`,
    );
  }
  return Object.fromEntries(headings.map((field, index) => [field, readCell(field, cells[index]!)]));
}

function isField(heading: string): heading is keyof CatalogEntry {
  return (CATALOG_FIELDS as string[]).includes(heading);
}
