import type { ErrorEntry } from './error-entry.ts';

/** What is no fault of the caller's. */
export const SERVICE_ERRORS = {
  internal_error: {
    meaning: 'The service failed.',
    cause: 'A fault on our side, which is logged with the id of the request.',
    cure: 'Repeat it, waiting longer each time; a create with the same Idempotency-Key. If it goes on, tell us request_id.',
    example: { message: 'The service failed; try again, and later if it goes on.' },
  },
  unavailable: {
    meaning: 'The service is out for a moment.',
    cause: 'A part of it restarts or cannot be reached, or too many uploads arrive at once.',
    cure: 'Repeat it after the seconds in Retry-After; a create with the same Idempotency-Key.',
    example: { message: 'The service is out for a moment; try again.' },
  },
} as const satisfies Record<string, ErrorEntry>;
