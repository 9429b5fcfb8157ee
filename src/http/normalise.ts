import { MAX_ERROR_ITEMS, type ErrorItem, type ItemCode } from '../errors.ts';
import { toParam } from '../resources/validation.ts';

const MAX_DEPTH = 20;

/** Beyond any list that a catalog could make sensible; what a body of 1 MiB can hold takes seconds to validate. */
const MAX_ARRAY_ITEMS = 10_000;

/** A body with its empty strings as null, and the strings in it that cannot be stored. */
export interface Normalised {
  value: unknown;
  items: ErrorItem[];
}

/**
 * Makes empty strings null (specification 2.1), and reports strings with U+0000 or a lone surrogate, and nesting that
 * no operation has, as `invalid_format`, and arrays that no operation takes as `too_many`.
 */
export function normalise(body: unknown): Normalised {
  const items: ErrorItem[] = [];

  function report(path: string[], code: ItemCode = 'invalid_format'): void {
    if (items.length < MAX_ERROR_ITEMS) items.push({ param: path.length === 0 ? 'body' : toParam(body, path), code });
  }

  function visit(value: unknown, path: string[]): unknown {
    if (typeof value === 'string') {
      if (value === '') return null;
      if (!isStorable(value)) report(path);
      return value;
    }
    if (typeof value !== 'object' || value === null) return value;
    if (path.length > MAX_DEPTH) {
      report(path.slice(0, 1));
      return null;
    }
    if (Array.isArray(value)) {
      if (value.length > MAX_ARRAY_ITEMS) report(path, 'too_many');
      return value.slice(0, MAX_ARRAY_ITEMS).map((item, index) => visit(item, [...path, String(index)]));
    }
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        if (!isStorable(name)) report([...path, name.toWellFormed().replaceAll('\0', '')]);
        return [name, visit(member, [...path, name])];
      }),
    );
  }

  return { value: visit(body, []), items };
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
