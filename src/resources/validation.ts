import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { TSchema } from 'typebox';
import { MAX_ERROR_ITEMS, type Failure, type ItemCode } from '../errors.ts';
import { checkSiteUrl } from '../outbound/public-url.ts';
import { expectationOf } from './expectations.ts';
import { COMPONENT_KEYWORD } from './schema-kit.ts';

/** What is wrong with a value: parameters that are not the operation's, and values that its schema refuses. */
export interface Failures {
  unknown: string[];
  items: Failure[];
}

const CODES: Record<string, ItemCode> = {
  required: 'required',
  type: 'invalid_type',
  format: 'invalid_format',
  pattern: 'invalid_format',
  minLength: 'too_short',
  maxLength: 'too_long',
  minimum: 'too_small',
  maximum: 'too_large',
  minItems: 'too_few',
  maxItems: 'too_many',
  minProperties: 'too_few',
  maxProperties: 'too_many',
  uniqueItems: 'duplicate',
  enum: 'not_allowed',
  const: 'not_allowed',
};

const ajv = createAjv();
const compiled = new WeakMap<TSchema, ValidateFunction>();

function createAjv(): Ajv2020 {
  const instance = new Ajv2020({ allErrors: true, strict: false, strictNumbers: true, validateFormats: true });
  addFormats.default(instance, ['date', 'date-time', 'email', 'uri']);
  instance.addKeyword(COMPONENT_KEYWORD);
  instance.addFormat('web-url', isSiteUrl);
  instance.addFormat('site-url', (text: string) => isSiteUrl(text.trim()));
  instance.addFormat('twitter-url', isTwitterUrl);
  return instance;
}

/** Checks a value against a schema; every failure is reported. */
export function findFailures(schema: TSchema, value: unknown): Failures {
  let validate = compiled.get(schema);
  if (!validate) compiled.set(schema, (validate = ajv.compile(schema)));
  if (validate(value)) return { unknown: [], items: [] };
  const failures: Failures = { unknown: [], items: [] };
  for (const error of validate.errors ?? []) {
    const param = paramOf(error, value);
    const code = CODES[error.keyword];
    if (error.keyword === 'additionalProperties') failures.unknown.push(param);
    else if (code && failures.items.length < MAX_ERROR_ITEMS)
      failures.items.push({ param, code, takes: expectationOf(error) });
  }
  return failures;
}

/** Each failure once, and of a value of the wrong type nothing but that. */
export function withoutRepeats(items: Failure[]): Failure[] {
  const byParam = Map.groupBy(items, ({ param }) => param);
  return [...byParam.values()].flatMap((ofParam) => {
    const wrongType = ofParam.find(({ code }) => code === 'invalid_type');
    return wrongType ?? [...new Map(ofParam.map((item) => [item.code, item])).values()];
  });
}

/** The path of the parameter at fault, such as `competitors[2].url`. */
function paramOf(error: ErrorObject, root: unknown): string {
  const segments = error.instancePath.split('/').slice(1).map(unescapePointer);
  const params = error.params as { missingProperty?: string; additionalProperty?: string };
  const member = params.missingProperty ?? params.additionalProperty ?? error.propertyName;
  if (member !== undefined) segments.push(member);
  return segments.length === 0 ? 'body' : toParam(root, segments);
}

/** A parameter's path from the root value: members joined by dots, positions of arrays in brackets. */
export function toParam(root: unknown, segments: readonly string[]): string {
  let path = '';
  let holder = root;
  for (const segment of segments) {
    if (Array.isArray(holder)) path += `[${segment}]`;
    else path += path === '' ? segment : `.${segment}`;
    holder = (holder as Record<string, unknown> | null | undefined)?.[segment];
  }
  return path;
}

function unescapePointer(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** How long it may be is for `maxLength` to say. */
function isSiteUrl(text: string): boolean {
  const check = checkSiteUrl(text);
  return check.ok || check.problem === 'too_long';
}

const TWITTER_HOSTS = new Set(['twitter.com', 'x.com']);

function isTwitterUrl(text: string): boolean {
  const check = checkSiteUrl(text);
  if (!check.ok) return check.problem === 'too_long';
  const { protocol, host, pathname } = check.url;
  return protocol === 'https:' && TWITTER_HOSTS.has(host) && pathname !== '/';
}
