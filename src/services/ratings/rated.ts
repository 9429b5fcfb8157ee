import type { Sql } from '../../db/database.ts';

/** A row whose rating is to be measured. */
export interface DueRow {
  id: string;
  url: string;
}

/** What a provider said of the domain of a row's address, or null for nothing. */
export type RatedRow = DueRow & { rating: number | null };

/** A table whose rows have domain ratings. A row that has got another address meanwhile is left alone: it is due again. */
export interface Rated {
  /** Those due at a time, the longest due first. */
  readDue(db: Sql, now: Date, limit: number): Promise<DueRow[]>;
  /** Writes what was said; a row of which nothing was said keeps its figure. Both are due again in 30 days. */
  write(db: Sql, rows: RatedRow[], now: Date): Promise<void>;
  /** Leaves rows alone whose address no provider can know. */
  leaveAlone(db: Sql, rows: DueRow[], now: Date): Promise<void>;
  /** When the next falls due by itself, which may have passed; null when none will. */
  nextDueAt(db: Sql, now: Date): Promise<Date | null>;
}

const REFRESH_MS = 30 * 86_400_000;

/** When a figure measured now is to be measured anew. */
export function refreshAt(now: Date): Date {
  return new Date(now.getTime() + REFRESH_MS);
}
