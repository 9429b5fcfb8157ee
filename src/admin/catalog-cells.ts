/** The fields of a directory as text: the cells of a CSV file, and what an operator types. */
import { CATALOG_FIELDS, type CatalogEntry } from '../resources/catalog-entry.ts';

type Field = keyof CatalogEntry;

const SEPARATOR = ';';

/** How a text becomes a value. One that it cannot be stays a text, which the schema then refuses. */
const READ: Record<Field, (text: string) => unknown> = {
  slug: asText,
  name: asText,
  url: asText,
  domain_rating: asNumber,
  description: asText,
  accepts: asText,
  categories: asList,
  pricing_models: asList,
  requirements: asList,
  link: asText,
  review_days: (text) => (text.trim() === '' ? null : asNumber(text)),
  open: asBoolean,
  simulated_outcome: asText,
};

/** The value of a field that stands in a cell; the members of a list are separated by `;`. It may be any value. */
export function readCell(field: Field, text: string): unknown {
  return READ[field](text);
}

/** The cells of a directory, in the order of its fields. */
export function formatCells(entry: CatalogEntry): string[] {
  return CATALOG_FIELDS.map((field) => {
    const value = entry[field];
    return Array.isArray(value) ? value.join(SEPARATOR) : String(value ?? '');
  });
}

function asText(text: string): string {
  return text;
}

function asNumber(text: string): unknown {
  return /^\s*-?\d+(\.\d+)?\s*$/.test(text) ? Number(text) : text;
}

/** Spreadsheets write TRUE and FALSE. */
function asBoolean(text: string): unknown {
  const lower = text.trim().toLowerCase();
  return lower === 'true' || (lower === 'false' ? false : text);
}

function asList(text: string): string[] {
  return text.trim() === '' ? [] : text.split(SEPARATOR).map((member) => member.trim());
}
