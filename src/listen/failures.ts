/** The command cannot go on. The message is a sentence or more for the developer. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** The API gave no answer to work with now, and may later. The message says what happened. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
  /** Whether an API answered at all. Where none ever did, the address is likely wrong. */
  readonly answered: boolean;
  /** How long the answer said to wait, in milliseconds. */
  readonly retryAfterMs: number | null;

  constructor(message: string, { answered, retryAfterMs }: { answered: boolean; retryAfterMs: number | null }) {
    super(message);
    this.answered = answered;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The feed no longer knows the cursor: it is older than 90 days (specification 6.1). */
export class CursorExpired extends Error {
  override readonly name = 'CursorExpired';
}
