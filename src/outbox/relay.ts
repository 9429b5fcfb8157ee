import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { Observe } from '../observe.ts';
import type { Trace, Traceparent } from '../trace.ts';
import type { Consumer, Incarnation } from './claimer.ts';

/** A claimed outbox row. */
export interface OutboxRow {
  id: number;
  kind: 'wake' | 'start' | 'complete_attempt';
  target: string;
  payload: unknown;
  failures: number;
  traceparent: Traceparent | null;
}

/** Tells Temporal one message. Must be safe to repeat; throws when Temporal did not take it. */
export type Publish = (message: Pick<OutboxRow, 'kind' | 'target' | 'payload'>) => Promise<void>;

export interface RelayDeps {
  db: Database;
  clock: Clock;
  publish: Publish;
  log: Logger;
  observe: Observe;
  trace: Trace;
}

export interface Relay {
  consume: Consumer;
  /** Takes no more, and resolves when the messages under way have been published and deleted. */
  drain(): Promise<void>;
}

const BATCH = 200;
const CONCURRENCY = 20;
const MAX_BACKOFF_MS = 10_000;

/**
 * Moves outbox rows to Temporal: claim, publish, delete. A crash between any two repeats the message, with the same
 * workflow id. Wakes of one workflow in a batch become one.
 */
export function createRelay(deps: RelayDeps): Relay {
  let running = false;
  let done = Promise.resolve();
  let again = false;
  let draining = false;

  const goesOn = ({ signal }: Incarnation) => !draining && !signal.aborted;

  async function run(incarnation: Incarnation): Promise<void> {
    running = true;
    try {
      while (again && goesOn(incarnation)) {
        again = false;
        if ((await relayBatch(deps, incarnation.id, () => goesOn(incarnation))) === BATCH) again = true;
      }
    } catch (error) {
      deps.log.warn({ err: error }, 'the outbox could not be read; trying again with the next sweep');
    } finally {
      running = false;
    }
  }

  return {
    consume(incarnation) {
      again = true;
      if (!running && goesOn(incarnation)) done = run(incarnation);
    },
    drain() {
      draining = true;
      return done;
    },
  };
}

/** Claims a batch and publishes it for as long as `goesOn` says; the rest stays claimed. @returns how many it claimed */
async function relayBatch(deps: RelayDeps, claim: number, goesOn: () => boolean): Promise<number> {
  const rows = await claimRows(deps, claim);
  const groups = [...Map.groupBy(rows, groupKey).values()];
  const takeGroups = async () => {
    for (let group = groups.shift(); group && goesOn(); group = groups.shift()) {
      await relayGroup(deps, claim, group);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, takeGroups));
  return rows.length;
}

function groupKey(row: OutboxRow): string {
  return row.kind === 'complete_attempt' ? `${row.id}` : `${row.kind} ${row.target}`;
}

async function relayGroup(deps: RelayDeps, claim: number, group: OutboxRow[]): Promise<void> {
  const ids = group.map((row) => row.id);
  const { target, kind, failures } = group[0]!;
  try {
    await publish(deps, group.at(-1)!);
    deps.observe.message(kind, 'published');
    await sql`delete from outbox where id = any(${ids}) and claim = ${claim}`.execute(deps.db.sql);
  } catch (error) {
    deps.observe.message(kind, 'failed');
    deps.log.warn(
      { err: error, workflowId: target, kind, failures },
      'Temporal did not take a message; it will be sent again',
    );
    await postpone(deps, claim, ids, failures, String(error));
  }
}

/** Under what caused the message, or of several like it the last. */
function publish({ trace, publish: send }: RelayDeps, message: OutboxRow): Promise<void> {
  const { kind, target, traceparent: parent } = message;
  const options = { kind: 'producer', parent, attributes: { 'temporal.workflow.id': target } } as const;
  return trace.span(`publish ${kind}`, options, () => send(message));
}

async function claimRows({ db, clock }: RelayDeps, claim: number): Promise<OutboxRow[]> {
  const { rows } = await sql<OutboxRow>`
    update outbox set claim = ${claim}, claimed_at = clock_timestamp()
    where id in (
      select id from outbox where claim is null and (retry_at is null or retry_at <= ${clock.now()})
      order by id limit ${BATCH} for update skip locked
    )
    returning id, kind, target, payload, failures, traceparent
  `.execute(db.sql);
  return rows.toSorted((a, b) => a.id - b.id);
}

async function postpone({ db, clock }: RelayDeps, claim: number, ids: number[], failures: number, error: string) {
  const retryAt = new Date(clock.now().getTime() + Math.min(MAX_BACKOFF_MS, 500 * 2 ** failures));
  await sql`
    update outbox set claim = null, claimed_at = null, failures = failures + 1, retry_at = ${retryAt},
      last_error = ${error}
    where id = any(${ids}) and claim = ${claim}
  `.execute(db.sql);
}
