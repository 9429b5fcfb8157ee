import { ERROR_CODES, ERROR_STATUS, type ErrorCode } from '../../errors.ts';
import { exampleOf } from '../../resources/examples/error.ts';
import { ERROR_GUIDE } from '../../resources/error-guide.ts';
import { ErrorSchema } from '../error-body.ts';
import { json, type Components, type Json } from './components.ts';
import { headers, type HeaderName } from './headers.ts';

/** Codes whose answer says how long to wait. */
const WAITS: ErrorCode[] = ['rate_limited', 'unavailable', 'idempotency_key_in_use'];
const RATE_HEADERS: HeaderName[] = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];

/** Statuses that are answered before the key is read, and so without its hour. */
const BEFORE_KEY = [401];

/**
 * The answers to these errors by their statuses, each code with its meaning and an example.
 *
 * @param takesKey whether the operation reads an API key, whose hour its answers then tell
 */
export function errorResponses(errors: readonly ErrorCode[], { reference }: Components, takesKey: boolean): Json {
  const schema = reference(ErrorSchema);
  const byStatus = Map.groupBy(errors, (code) => ERROR_STATUS[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${ERROR_GUIDE[code].meaning}`).join('\n\n'),
        headers: headers(headersOf(status, codes, takesKey)),
        content: json(schema, {
          examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/error_${code}` }])),
        }),
      },
    ]),
  );
}

function headersOf(status: number, codes: readonly ErrorCode[], takesKey: boolean): HeaderName[] {
  return [
    'X-Request-Id',
    ...(takesKey && !BEFORE_KEY.includes(status) ? RATE_HEADERS : []),
    ...(codes.some((code) => WAITS.includes(code)) ? (['Retry-After'] as const) : []),
  ];
}

/** What is answered where there is no operation. */
const ROUTELESS: ErrorCode[] = ['route_not_found', 'method_not_allowed'];

/** An example of each error, which the answers of all operations refer to. */
export function errorExamples(docsUrl: string): Json {
  return Object.fromEntries(
    ERROR_CODES.filter((code) => !ROUTELESS.includes(code)).map((code) => [
      `error_${code}`,
      { summary: `${ERROR_STATUS[code]} ${code}`, value: exampleOf(code, docsUrl) },
    ]),
  );
}
