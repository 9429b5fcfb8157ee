/** Temporal's task queues. */
export const TASK_QUEUES = {
  /** Every workflow, and the activities that keep to the database. */
  listings: 'listings',
  /** What waits for other people's servers, so that slow ones hold up nothing else. */
  sites: 'sites',
  /** What builds reports, a few at a time. */
  documents: 'documents',
} as const;
