import { ApplicationFailure } from '@temporalio/workflow';

/** Refuses an update with a sentence, if there is one. */
export function refuse(sentence: string | null): void {
  if (sentence !== null) throw ApplicationFailure.nonRetryable(sentence);
}
