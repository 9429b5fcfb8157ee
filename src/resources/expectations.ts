import type { ErrorObject } from 'ajv/dist/2020.js';
import { ID_PREFIXES, idPattern, type IdKind } from '../domain/ids.ts';
import { ONE_LINE, SLUG } from './catalog-entry.ts';
import { HEADER_NAME, HEADER_VALUE, JSON_POINTER } from './directory-driver.ts';
import { NOT_YEAR_ZERO } from './project-input.ts';

const TYPES: Record<string, string> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  null: 'null',
};

const FORMATS: Record<string, string> = {
  date: 'a date such as 2030-12-31',
  email: 'an email address such as hello@product.com',
  'site-url': 'an http or https URL without a user name',
  'web-url': 'an http or https URL without a user name',
  'twitter-url': 'an https URL of a profile on x.com or twitter.com',
};

const PATTERNS: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(ID_PREFIXES).map(([kind, prefix]) => [
      idPattern(kind as IdKind),
      `an id that begins with \`${prefix}_\``,
    ]),
  ),
  [NOT_YEAR_ZERO]: 'a date from 0001-01-01 on',
  [SLUG]: 'lower case letters and digits, in words joined by hyphens',
  [ONE_LINE]: 'one line without control characters',
  [HEADER_NAME]: 'the name of a header',
  [HEADER_VALUE]: 'printable ASCII, at most 500 characters',
  [JSON_POINTER]: 'a JSON pointer such as /listing/url',
};

/** What a value must be where a schema refused it, to end "it takes …"; undefined where the error's code says it all. */
export function expectationOf({ keyword, params }: ErrorObject): string | undefined {
  const { limit } = params as { limit: number };
  switch (keyword) {
    case 'type':
      return [(params as { type: string | string[] }).type]
        .flat()
        .map((type) => TYPES[type])
        .join(' or ');
    case 'format':
      return FORMATS[(params as { format: string }).format];
    case 'pattern':
      return PATTERNS[(params as { pattern: string }).pattern];
    case 'enum':
      return oneOf((params as { allowedValues: (string | null)[] }).allowedValues);
    case 'minLength':
      return `at least ${counted(limit, 'character')}`;
    case 'maxLength':
      return `at most ${counted(limit, 'character')}`;
    case 'minimum':
      return `at least ${limit}`;
    case 'maximum':
      return `at most ${limit}`;
    case 'minItems':
      return `at least ${counted(limit, 'item')}`;
    case 'maxItems':
      return `at most ${counted(limit, 'item')}`;
    case 'minProperties':
      return `at least ${counted(limit, 'member')}`;
    case 'maxProperties':
      return `at most ${counted(limit, 'member')}`;
    case 'uniqueItems':
      return 'each value once';
    default:
      return undefined;
  }
}

function oneOf(values: (string | null)[]): string {
  return `one of ${values.map((value) => (value === null ? 'null' : `\`${value}\``)).join(', ')}`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
