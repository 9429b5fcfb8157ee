import { isGrpcServiceError, ScheduleAlreadyRunning, type Client, type ScheduleOptions } from '@temporalio/client';
import { TASK_QUEUES } from '../domain/task-queues.ts';
import type { retention } from '../../workflows/index.ts';

const UNIMPLEMENTED = 12;

const RETENTION: ScheduleOptions = {
  scheduleId: 'retention',
  spec: { intervals: [{ every: '1 hour' }] },
  policies: { overlap: 'SKIP' },
  action: {
    type: 'startWorkflow',
    workflowType: 'retention' satisfies (typeof retention)['name'],
    workflowId: 'retention',
    taskQueue: TASK_QUEUES.listings,
    args: [],
    staticSummary: 'Deletes what has been kept long enough',
  },
};

/** Makes the service's schedules what they are here. The time-skipping test server has none: there nothing is scheduled. */
export async function ensureSchedules(client: Client): Promise<void> {
  try {
    await client.schedule.create(RETENTION);
  } catch (error) {
    if (error instanceof ScheduleAlreadyRunning) {
      const { spec, action, policies } = RETENTION as Required<ScheduleOptions>;
      await client.schedule.getHandle(RETENTION.scheduleId).update((now) => ({ ...now, spec, action, policies }));
    } else if (!isUnimplemented(error)) throw error;
  }
}

function isUnimplemented(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return [error, cause].some((one) => isGrpcServiceError(one) && (one.code as number) === UNIMPLEMENTED);
}
