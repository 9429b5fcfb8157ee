/** What an activity failed for, in the words of whoever threw it. */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return (error.cause instanceof Error ? error.cause : error).message;
}
