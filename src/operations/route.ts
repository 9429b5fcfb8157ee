/** What the operations port answers at one path. */
export interface OperationsRoute {
  method: 'GET' | 'POST';
  path: string;
  /** A failure is logged and answered with 500. */
  answer(request: OperationsRequest): OperationsAnswer | Promise<OperationsAnswer>;
}

export interface OperationsRequest {
  /** What was posted, as JSON; undefined when nothing was. */
  body: unknown;
}

/** Something to be sent as JSON, or text of a type of its own. */
export type OperationsAnswer = { status: number; json: object } | { status: number; type: string; text: string };
