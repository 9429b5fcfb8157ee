import type { ErrorEntry } from './error-entry.ts';

/** What is wrong with the request itself, whatever it asks for. */
export const REQUEST_ERRORS = {
  invalid_json: {
    meaning: 'The body is not valid JSON.',
    cause: 'A trailing comma, single quotes, a body that was cut off, or bytes that are not UTF-8.',
    cure: 'Write the body with a JSON serializer and send it whole. The same body fails again.',
    example: { message: 'The body is not valid JSON in UTF-8.' },
  },
  invalid_query: {
    meaning: 'The query string, or the request as a whole, cannot be read.',
    cause: 'A % that two hex digits do not follow, such as an unescaped 100%, or a request that is not HTTP/1.1.',
    cure: 'Encode each value of the query, for example with URLSearchParams.',
    example: { message: 'The query string has a `%` that is not followed by two hex digits of UTF-8.' },
  },
  unknown_parameter: {
    meaning: 'The body or the query holds a parameter that the operation does not list; nothing was changed.',
    cause: 'A misspelled name, a field of another operation, or livemode, which the key decides.',
    cure: 'Remove or rename the parameter that param names.',
    example: { message: '`livemode` is not a parameter of this operation.', param: 'livemode' },
  },
  invalid_cursor: {
    meaning: 'The cursor was not issued by this list, or it was altered.',
    cause: 'A cursor of another list or of other filters, a cut or decoded one, or one of the other mode.',
    cure: 'Send next_cursor back unchanged, to the same list with the same filters; or begin again without a cursor.',
    example: { message: 'The cursor was not issued for this list; send `next_cursor` unchanged.', param: 'cursor' },
  },
  cursor_expired: {
    meaning: 'The cursor points to what is older than 90 days.',
    cause: 'A poller of the event feed was away for too long, and would miss events that the feed no longer has.',
    cure: 'Read the objects that you track again, then read the list without a cursor.',
    example: {
      message: 'The cursor points to what is older than 90 days; read the objects, then the list anew.',
      param: 'cursor',
    },
  },
  unsupported_media_type: {
    meaning: 'The body has a type that the operation does not take.',
    cause: 'A missing Content-Type, or a form where JSON is expected. Only images are taken as multipart/form-data.',
    cure: 'Send JSON with Content-Type: application/json, and images as multipart/form-data with a file.',
    example: { message: 'The body must be JSON; set `Content-Type` accordingly.' },
  },
  validation_failed: {
    meaning: 'One or more values are not what the operation takes; errors lists each of them.',
    cause: 'A required field is missing, or a value has the wrong type, format, length or range.',
    cure: 'Mend every item of errors: its param is a path such as competitors[2].url, its code is in the table below.',
    example: {
      message:
        '`contact_email` has the wrong format: it takes an email address such as hello@product.com (and 1 more, see `errors`).',
      param: 'contact_email',
      errors: [
        { param: 'contact_email', code: 'invalid_format' },
        { param: 'competitors[0].name', code: 'required' },
      ],
    },
  },
  idempotency_key_in_use: {
    meaning: 'A request with this Idempotency-Key is still running.',
    cause: 'Two requests were sent with one key at once, often a repeat after a time-out of the client.',
    cure: 'Repeat it after the seconds in Retry-After (1): it then gets the answer of the first.',
    example: { message: 'A request with this idempotency key still runs; try again.' },
  },
  idempotency_key_reused: {
    meaning: 'This Idempotency-Key was used within 24 hours for another request.',
    cause: 'A key that is not made anew for each thing to be done, or a body that was changed before a repeat.',
    cure: 'Use a new key for a new request, and repeat a request with the very same body.',
    example: { message: 'The idempotency key was used for a different request before.' },
  },
} as const satisfies Record<string, ErrorEntry>;
