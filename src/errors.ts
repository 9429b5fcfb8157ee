/** The closed table of error codes (specification part 7) and the one error type that services and HTTP throw. */

export const ERROR_STATUS = {
  invalid_json: 400,
  invalid_query: 400,
  unknown_parameter: 400,
  invalid_cursor: 400,
  api_key_missing: 401,
  api_key_invalid: 401,
  no_launches_left: 402,
  account_suspended: 403,
  permission_denied: 403,
  test_mode_only: 403,
  not_found: 404,
  route_not_found: 404,
  method_not_allowed: 405,
  already_launched: 409,
  project_exists: 409,
  idempotency_key_in_use: 409,
  gone: 410,
  cursor_expired: 410,
  unsupported_media_type: 415,
  validation_failed: 422,
  not_ready: 422,
  nothing_to_submit: 422,
  invalid_directories: 422,
  allowance_exhausted: 422,
  badge_not_found: 422,
  image_unreachable: 422,
  endpoint_url_invalid: 422,
  idempotency_key_reused: 422,
  quota_exceeded: 422,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

export const ERROR_CODES = Object.keys(ERROR_STATUS) as ErrorCode[];

/** What is wrong with one parameter. */
export const ITEM_CODES = [
  'required',
  'invalid_type',
  'invalid_format',
  'too_short',
  'too_long',
  'too_small',
  'too_large',
  'too_few',
  'too_many',
  'not_allowed',
  'duplicate',
  'not_public',
  'unknown',
  'fixed_after_launch',
  'missing',
  'not_open',
  'already_used',
  'no_capacity',
  'endpoint_disabled',
] as const;

export type ItemCode = (typeof ITEM_CODES)[number];

export interface ErrorItem {
  /** A path such as `competitors[2].url`. */
  param: string;
  code: ItemCode;
}

/** An item with what would be right there, for the sentence that says so: it takes at most 100 characters. */
export interface Failure extends ErrorItem {
  takes?: string | undefined;
}

export interface ErrorDetails {
  param?: string;
  errors?: ErrorItem[];
  /** The clashing project, as the API shows it. */
  existing?: unknown;
  retryAfterSeconds?: number;
  /** Where to read on, when that is not the error's own page. */
  docUrl?: string;
}

/** An error that the caller is told of. `message` says in one sentence what was wrong and what would be right. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** More would not help anyone, and a hostile body could have a hundred thousand. */
export const MAX_ERROR_ITEMS = 100;

/** 422 `validation_failed` for these items, 100 at most; `param` is the first one's (at least one is needed). */
export function validationFailed(failures: Failure[], message = describeFailures(failures)): ServiceError {
  return new ServiceError('validation_failed', message, {
    param: failures[0]!.param,
    errors: failures.slice(0, MAX_ERROR_ITEMS).map(({ param, code }) => ({ param, code })),
  });
}

/** 404 `not_found` for an object of this kind. */
export function notFound(kind: string): ServiceError {
  return new ServiceError('not_found', `There is no ${kind} with this id in the mode of this key.`);
}

const ITEM_PHRASES: Record<ItemCode, string> = {
  required: 'is required',
  invalid_type: 'has the wrong type',
  invalid_format: 'has the wrong format',
  too_short: 'is too short',
  too_long: 'is too long',
  too_small: 'is too small',
  too_large: 'is too large',
  too_few: 'has too few items',
  too_many: 'has too many items',
  not_allowed: 'has a value that is not allowed here',
  duplicate: 'holds a value twice',
  not_public: 'is not a public address',
  unknown: 'does not exist',
  fixed_after_launch: 'cannot change after launch',
  missing: 'is missing',
  not_open: 'is not open to the project',
  already_used: 'is used already',
  no_capacity: 'has to wait for a free slot',
  endpoint_disabled: 'belongs to a disabled endpoint',
};

function describeFailures([first, ...others]: Failure[]): string {
  const more = others.length === 0 ? '' : ` (and ${others.length} more, see \`errors\`)`;
  return `\`${first!.param}\` ${describeFailure(first!)}${more}.`;
}

/** What is wrong with a parameter and what would be right, to follow its name. */
export function describeFailure({ code, takes }: Failure): string {
  return ITEM_PHRASES[code] + (takes === undefined ? '' : `: it takes ${takes}`);
}
