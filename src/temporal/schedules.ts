import { isGrpcServiceError, ScheduleAlreadyRunning, type Client, type ScheduleOptions } from '@temporalio/client';
import { TASK_QUEUES } from '../domain/task-queues.ts';
import type { directoryRatings, retention } from '../../workflows/index.ts';

const UNIMPLEMENTED = 12;

/** One run at a time of a workflow without arguments. */
function schedule(id: string, workflowType: string, every: '1 hour' | '1 day', staticSummary: string) {
  return {
    scheduleId: id,
    spec: { intervals: [{ every }] },
    policies: { overlap: 'SKIP' },
    action: {
      type: 'startWorkflow',
      workflowType,
      workflowId: id,
      taskQueue: TASK_QUEUES.listings,
      args: [],
      staticSummary,
    },
  } satisfies ScheduleOptions;
}

const SCHEDULES = [
  schedule(
    'retention',
    'retention' satisfies (typeof retention)['name'],
    '1 hour',
    'Deletes what has been kept long enough',
  ),
  schedule(
    'directory-ratings',
    'directoryRatings' satisfies (typeof directoryRatings)['name'],
    '1 day',
    'Has the ratings of directories measured, each every 30 days',
  ),
];

/** Makes the service's schedules what they are here. The time-skipping test server has none: there nothing is scheduled. */
export async function ensureSchedules(client: Client): Promise<void> {
  for (const { scheduleId, spec, action, policies } of SCHEDULES) {
    try {
      await client.schedule.create({ scheduleId, spec, action, policies });
    } catch (error) {
      if (error instanceof ScheduleAlreadyRunning) {
        await client.schedule.getHandle(scheduleId).update((now) => ({ ...now, spec, action, policies }));
      } else if (!isUnimplemented(error)) throw error;
    }
  }
}

/** Runs once what the schedules run, and waits for it: for a server without schedules. */
export async function runSchedules(client: Client): Promise<void> {
  await Promise.all(
    SCHEDULES.map(({ action: { workflowType, ...options } }) =>
      // One that is still under way had a caller who gave up.
      client.workflow.execute(workflowType, { ...options, workflowIdConflictPolicy: 'USE_EXISTING' }),
    ),
  );
}

function isUnimplemented(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return [error, cause].some((one) => isGrpcServiceError(one) && (one.code as number) === UNIMPLEMENTED);
}
