import { patched, setCurrentDetails } from '@temporalio/workflow';
import { RETENTION_SWEEPS, type RetentionSweep } from '../src/domain/retention.ts';
import { sweeper } from './activities.ts';

/** Those of runs that began before there were more. */
const SWEEPS_AT_FIRST = 3;
const SWEEPS_WITH_EVENTS = 5;
const SWEEPS_WITH_ENDPOINTS = 6;

/** Deletes what has been kept long enough. A schedule runs it every hour; what is left over waits for the next. */
export async function retention(): Promise<void> {
  const swept: string[] = [];
  for (const name of sweepsOfRun()) {
    setCurrentDetails([...swept, `Waits for \`${name}\` to be swept, since ${new Date().toISOString()}.`].join('\n\n'));
    swept.push(await sweep(name));
  }
  setCurrentDetails(swept.join('\n\n'));
}

function sweepsOfRun(): readonly RetentionSweep[] {
  if (patched('emails-and-reports')) return RETENTION_SWEEPS;
  if (patched('deleted-endpoints')) return RETENTION_SWEEPS.slice(0, SWEEPS_WITH_ENDPOINTS);
  return RETENTION_SWEEPS.slice(0, patched('turns-and-events') ? SWEEPS_WITH_EVENTS : SWEEPS_AT_FIRST);
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
