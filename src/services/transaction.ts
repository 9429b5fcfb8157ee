import type { Clock } from '../clock.ts';
import type { Database, Sql } from '../db/database.ts';
import { newId } from '../db/new-id.ts';
import type { Scope } from '../db/scope.ts';
import { writeEvents, writeOutbox, type IdentifiedEvent, type NewEvent, type OutboxMessage } from '../outbox/record.ts';
import type { Wake } from '../outbox/wake.ts';
import type { Trace, Traceparent } from '../trace.ts';

export interface TransactionDeps {
  db: Database;
  clock: Clock;
  wake: Wake;
  /** Who follows what comes of the transaction. */
  trace?: Pick<Trace, 'current'>;
  /** Runs last among the statements of a transaction's work, with what that returned. */
  beforeCommit?: (sql: Sql, result: unknown) => Promise<void>;
}

/** One transaction: its statements, its time, and what it leaves for others when it commits. */
export interface Tx {
  readonly sql: Sql;
  readonly scope: Scope;
  /** The time that everything in this transaction is stamped with. */
  readonly now: Date;
  /** Of what it is part of; null when that is not traced. */
  readonly traceparent: Traceparent | null;
  /** Adds an event to the feed, in the order of the calls. @returns its id */
  record(event: NewEvent): string;
  /** Adds a message to Temporal. */
  send(message: OutboxMessage): void;
}

const MAX_TRIES = 5;
const DEADLOCK = '40P01';
const SERIALIZATION_FAILURE = '40001';

/**
 * Runs `work` in one transaction of this account and mode, then writes its messages and events, commits and wakes those
 * who wait for them. A deadlock is tried again, so `work` must not do anything outside the transaction.
 *
 * @param at the time a workflow decided; the clock's when absent
 */
export async function inTransaction<T>(
  deps: TransactionDeps,
  scope: Scope,
  work: (tx: Tx) => Promise<T>,
  at?: Date,
): Promise<T> {
  const traceparent = deps.trace?.current() ?? null;
  for (let tries = 1; ; tries++) {
    const now = at ?? deps.clock.now();
    const events: IdentifiedEvent[] = [];
    const messages: OutboxMessage[] = [];
    try {
      const result = await deps.db.sql.transaction().execute(async (sql) => {
        const worked = await work({
          sql,
          scope,
          now,
          traceparent,
          record(event) {
            const id = newId('event', now);
            events.push({ ...event, id });
            return id;
          },
          send: (message) => void messages.push(message),
        });
        await deps.beforeCommit?.(sql, worked);
        if (messages.length > 0) await writeOutbox(sql, messages, traceparent);
        if (events.length > 0) await writeEvents(sql, scope, events, now, traceparent);
        return worked;
      });
      if (messages.length > 0) deps.wake('outbox');
      if (events.length > 0) deps.wake('deliveries');
      return result;
    } catch (error) {
      const { code } = error as { code?: string };
      if (tries === MAX_TRIES || (code !== DEADLOCK && code !== SERIALIZATION_FAILURE)) throw error;
    }
  }
}
