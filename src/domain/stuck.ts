/** For how many days a live listing may stand before an operator is asked to look after it. */
export const STUCK_AFTER_DAYS = {
  /** A program is to submit it. */
  driver: 1,
  /** The agency or client is to act. */
  action: 14,
  /** The directory is to answer, whose usual time is not known; where it is known, twice that, and a day at least. */
  answer: 30,
} as const;
