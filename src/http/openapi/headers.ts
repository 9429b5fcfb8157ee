import { IDEMPOTENCY_HEADER } from '../idempotency.ts';
import type { Json } from './components.ts';

const integer = { type: 'integer', minimum: 0 };

/** Every header of an answer that a client may want, once. */
export const HEADERS = {
  'X-Request-Id': {
    description: 'The id of this request. Name it when you ask for help; error bodies repeat it.',
    schema: { type: 'string' },
    example: 'req_0VD0imqWDYvvQZVCSnCHAc',
  },
  'RateLimit-Limit': {
    description: 'How many requests the account has in this UTC hour, in the mode of the key.',
    schema: integer,
    example: 3_600,
  },
  'RateLimit-Remaining': {
    description: 'How many of them are left.',
    schema: integer,
    example: 3_412,
  },
  'RateLimit-Reset': {
    description: 'Seconds until the hour ends and the count begins anew.',
    schema: { type: 'integer', minimum: 1, maximum: 3_600 },
    example: 1_742,
  },
  'Retry-After': {
    description: 'Seconds to wait before the request is sent again.',
    schema: integer,
    example: 5,
  },
  'Idempotent-Replayed': {
    description: `\`true\` where this is the stored answer of an earlier request with the same \`${IDEMPOTENCY_HEADER}\`.`,
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  'Content-Disposition': {
    description: 'The name of the file, to save it under.',
    schema: { type: 'string' },
    example: 'attachment; filename="acme-tools-directories-2026-03-06.pdf"',
  },
} as const;

export type HeaderName = keyof typeof HEADERS;

/** References to these headers. */
export function headers(names: readonly HeaderName[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
