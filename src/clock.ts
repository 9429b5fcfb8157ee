/** The one source of the present time outside workflow code. In a time-skipping stack it follows the Temporal server's clock. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
