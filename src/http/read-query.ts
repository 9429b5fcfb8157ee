import type { TObject } from 'typebox';
import { ServiceError, type ErrorItem } from '../errors.ts';

const INTEGER = /^-?\d{1,15}$/;
const BOOLEAN = /^(true|false)$/;

/** A query string's parameters, and those of them that are given twice. */
export interface Query {
  values: Record<string, string>;
  duplicates: ErrorItem[];
}

/**
 * Parses a query string.
 *
 * @throws ServiceError `invalid_query` for a `%` that two hexadecimal digits do not follow, or that is not UTF-8
 */
export function parseQuery(text: string): Query {
  if (/%(?![0-9a-f]{2})/i.test(text) || !isUtf8(text)) {
    throw new ServiceError(
      'invalid_query',
      'The query string has a `%` that is not followed by two hex digits of UTF-8.',
    );
  }
  const query: Query = { values: Object.create(null) as Record<string, string>, duplicates: [] };
  for (const [name, value] of new URLSearchParams(text)) {
    if (name in query.values) query.duplicates.push({ param: name, code: 'duplicate' });
    query.values[name] = value;
  }
  return query;
}

function isUtf8(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** The parameters as their schema types them: integers and booleans are read, empty ones left out. */
export function coerceQuery(schema: TObject | undefined, values: Record<string, string>): Record<string, unknown> {
  const typed = Object.entries(values).filter(([, value]) => value !== '');
  return Object.fromEntries(
    typed.map(([name, value]) => {
      const { type } = (schema?.properties[name] ?? {}) as { type?: string };
      return [name, coerce(value, type)];
    }),
  );
}

/** A value that its type does not fit stays text, for the schema to refuse. */
function coerce(value: string, type: string | undefined): string | number | boolean {
  if (type === 'integer' && INTEGER.test(value)) return Number(value);
  if (type === 'boolean' && BOOLEAN.test(value)) return value === 'true';
  return value;
}
