import type { ProcessName } from './access.ts';

/** Owns the tables, and alone may change them. */
export const OWNER = 'listings_owner';

/** The role of a process; its logins are members. */
export function roleOf(process: ProcessName): string {
  return `listings_${process}`;
}
