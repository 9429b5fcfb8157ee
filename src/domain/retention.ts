/** What is deleted once it has been kept long enough, in the order of the sweeps. */
export const RETENTION_SWEEPS = [
  'idempotency keys',
  'hourly counts',
  'discarded assets',
  'directory turns',
  'events',
  'deleted endpoints',
  'emails',
  'reports',
] as const;

export type RetentionSweep = (typeof RETENTION_SWEEPS)[number];
