import type { ErrorBody, ErrorCode, ErrorItem, Project } from './types.ts';

/** An answer of 4xx or 5xx. Branch on `code`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode;
  /** The parameter at fault, where there is one. */
  readonly param: string | undefined;
  /** Each parameter at fault, where there can be several. */
  readonly errors: readonly ErrorItem[];
  /** The project that is in the way. */
  readonly existing: Project | undefined;
  /** Where the code is explained. */
  readonly docUrl: string;
  /** Name it when you ask for help. */
  readonly requestId: string;
  /** How long to wait before a repeat, where the answer says so. */
  readonly retryAfterSeconds: number | undefined;

  constructor({ error }: ErrorBody, response: Response) {
    super(error.message);
    this.status = response.status;
    this.code = error.code;
    this.param = error.param;
    this.errors = error.errors ?? [];
    this.existing = error.existing;
    this.docUrl = error.doc_url;
    this.requestId = error.request_id;
    const seconds = response.headers.get('Retry-After');
    this.retryAfterSeconds = seconds === null ? undefined : Number(seconds);
  }
}

/** What a call resolves to. */
type Answer<Data> =
  { data: Data; error?: never; response: Response } | { data?: never; error: unknown; response: Response };

/**
 * The data of a call, for those who like errors thrown: `const project = await unwrap(client.GET(…))`.
 *
 * @throws ApiError for an answer of 4xx or 5xx; Error where a proxy answered in the place of the service
 */
export async function unwrap<Data>(call: Promise<Answer<Data>>): Promise<Data> {
  const { data, error, response } = await call;
  if (response.ok) return data as Data;
  if (isErrorBody(error)) throw new ApiError(error, response);
  throw new Error(`The service answered ${response.status} without an error body.`);
}

function isErrorBody(error: unknown): error is ErrorBody {
  const { code } = (error as Partial<ErrorBody> | null | undefined)?.error ?? {};
  return typeof code === 'string';
}
