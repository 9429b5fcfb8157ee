import { CommanderError } from 'commander';
import { ServiceError } from '../errors.ts';
import { Refusal } from './refusal.ts';

/** The command line was understood but not carried out; nothing has changed. */
const REFUSED = 1;
/** There is no such command or option, or one is missing. */
const MISUSED = 2;

/** The exit code for what a command threw, and the sentence for the operator; null when it has been printed. */
export function explainFailure(error: unknown): { exitCode: number; sentence: string | null } {
  if (error instanceof CommanderError) return { exitCode: error.exitCode === 0 ? 0 : MISUSED, sentence: null };
  if (error instanceof Refusal || error instanceof ServiceError) return { exitCode: REFUSED, sentence: error.message };
  const [firstLine] = (error instanceof Error ? error.message : String(error)).split('\n');
  return { exitCode: REFUSED, sentence: `The command failed: ${firstLine}.` };
}
