import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';
import { TASK_QUEUES } from '../src/domain/task-queues.ts';

/** Short statements against the database, run in the workflow task itself: cheap, and safe to repeat. */
export const database = proxyLocalActivities<
  Pick<
    Activities,
    | 'readListing'
    | 'moveListing'
    | 'reportOutcome'
    | 'askAgency'
    | 'settleAction'
    | 'correctListing'
    | 'grantSlots'
    | 'readLaunch'
    | 'autoReplace'
    | 'readAnnouncements'
    | 'markProjectsForDirectories'
    | 'endAnnouncements'
    | 'makeDirectoriesDue'
    | 'setHold'
    | 'endAutofill'
    | 'readIntake'
    | 'endImport'
    | 'readDelivery'
    | 'makeAttemptDue'
    | 'readEndpointHealth'
    | 'markEndpointWarned'
    | 'takeTurn'
    | 'readReport'
    | 'failReport'
    | 'readInstalledBadge'
    | 'saveWatchedBadge'
    | 'replayBatch'
    | 'endCancelledReplay'
  >
>({
  startToCloseTimeout: '30 seconds',
  retry: {
    initialInterval: '200 milliseconds',
    maximumInterval: '10 seconds',
    nonRetryableErrorTypes: ['ServiceError'],
  },
});

/** Reads other people's servers; the whole autofill ends within 60 seconds of the project's creation. */
export const site = proxyActivities<Pick<Activities, 'autofillProject'>>({
  taskQueue: TASK_QUEUES.sites,
  startToCloseTimeout: '45 seconds',
  scheduleToCloseTimeout: '50 seconds',
});

/** A fault of ours that lasts for an hour fails the image; what its server answers is an outcome and no fault. */
export const images = proxyActivities<Pick<Activities, 'importImage'>>({
  taskQueue: TASK_QUEUES.sites,
  startToCloseTimeout: '1 minute',
  scheduleToCloseTimeout: '1 hour',
  retry: { maximumInterval: '1 minute' },
});

/**
 * Ends when the dispatcher has recorded the attempt. A completion that was lost is made up for by the next try. It is taken
 * from the queue, because a worker that shuts down loses what it is handed with the answer to a workflow task.
 */
export const dispatcher = proxyActivities<Pick<Activities, 'attemptDelivery'>>({
  allowEagerDispatch: false,
  startToCloseTimeout: '2 minutes',
  retry: { initialInterval: '1 second', backoffCoefficient: 1 },
});

/**
 * Not local, so that the decision to disable is in the history before it is done: whoever repeats it after a crash still
 * knows that the owner is to be told.
 */
export const endpoints = proxyActivities<Pick<Activities, 'disableFailingEndpoint'>>({
  allowEagerDispatch: false,
  startToCloseTimeout: '1 minute',
  retry: { maximumInterval: '1 minute' },
});

/** The server of mail may be away for a day. */
export const mail = proxyActivities<Pick<Activities, 'mailEndpointOwner'>>({
  taskQueue: TASK_QUEUES.sites,
  startToCloseTimeout: '2 minutes',
  scheduleToCloseTimeout: '1 day',
  retry: { initialInterval: '1 minute', maximumInterval: '1 hour' },
});

/** Long, in batches; a try that dies goes on with what is left. */
export const sweeper = proxyActivities<Pick<Activities, 'sweep'>>({
  taskQueue: TASK_QUEUES.sites,
  startToCloseTimeout: '30 minutes',
  heartbeatTimeout: '2 minutes',
  retry: { maximumAttempts: 3 },
});

/** Asks the provider of domain ratings once. What the provider answers is an outcome and no fault. */
export const ratings = proxyActivities<Pick<Activities, 'rateDueProjects'>>({
  taskQueue: TASK_QUEUES.sites,
  startToCloseTimeout: '1 minute',
});

/** Reads the page of a live listing once; what its server answers, or does not, is an outcome and no fault. */
export const pages = proxyActivities<Pick<Activities, 'readLivePage'>>({
  taskQueue: TASK_QUEUES.sites,
  startToCloseTimeout: '30 seconds',
  retry: { maximumAttempts: 10, maximumInterval: '1 minute' },
});

/** Looks for a project's badge once; a site that cannot be read is an outcome and no fault. */
export const badges = proxyActivities<Pick<Activities, 'readBadge'>>({
  taskQueue: TASK_QUEUES.sites,
  startToCloseTimeout: '30 seconds',
  retry: { maximumInterval: '1 hour' },
});

/** An operator waits for it. */
export const proofs = proxyActivities<Pick<Activities, 'importProof'>>({
  taskQueue: TASK_QUEUES.sites,
  startToCloseTimeout: '1 minute',
  scheduleToCloseTimeout: '5 minutes',
  retry: { nonRetryableErrorTypes: ['ServiceError'] },
});

/** Submits to a directory once; what it answers is an outcome and no fault. A worker that died is made up for. */
export const directories = proxyActivities<Pick<Activities, 'submitListing'>>({
  taskQueue: TASK_QUEUES.sites,
  startToCloseTimeout: '30 seconds',
  retry: { maximumAttempts: 10, maximumInterval: '1 minute' },
});

/**
 * A try that dies is noticed by its missing heartbeats. Storage or a database that is away is waited for; what a document
 * cannot be built for does not pass, and was tried a few times by then.
 */
export const documents = proxyActivities<Pick<Activities, 'buildReport' | 'deleteReportFile'>>({
  taskQueue: TASK_QUEUES.documents,
  startToCloseTimeout: '10 minutes',
  scheduleToCloseTimeout: '6 hours',
  heartbeatTimeout: '15 seconds',
  retry: { maximumInterval: '5 minutes', nonRetryableErrorTypes: ['DocumentFault'] },
});
