import { patched, setCurrentDetails } from '@temporalio/workflow';
import { RETENTION_SWEEPS, type RetentionSweep } from '../src/domain/retention.ts';
import { sweeper } from './activities.ts';

/** Those of runs that began before there were more. */
const SWEEPS_AT_FIRST = 3;

/** Deletes what has been kept long enough. A schedule runs it every hour; what is left over waits for the next. */
export async function retention(): Promise<void> {
  const swept: string[] = [];
  const sweeps = patched('turns-and-events') ? RETENTION_SWEEPS : RETENTION_SWEEPS.slice(0, SWEEPS_AT_FIRST);
  for (const name of sweeps) {
    setCurrentDetails([...swept, `Waits for \`${name}\` to be swept, since ${new Date().toISOString()}.`].join('\n\n'));
    swept.push(await sweep(name));
  }
  setCurrentDetails(swept.join('\n\n'));
}

/** One that fails does not keep the others from being swept. */
async function sweep(name: RetentionSweep): Promise<string> {
  try {
    return `\`${name}\`: ${await sweeper.sweep(name, new Date().toISOString())} deleted.`;
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    return `**\`${name}\` failed**: ${cause}`;
  }
}
