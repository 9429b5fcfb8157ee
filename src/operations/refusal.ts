/** A request to the operations port that is refused, with the sentence that says why. */
export class OperationsRefusal extends Error {
  override readonly name = 'OperationsRefusal';
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}
