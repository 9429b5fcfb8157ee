import type { Server } from 'node:net';
import type { Connection } from '@temporalio/client';
import type { Database } from '../db/database.ts';
import { isUnavailable } from '../db/is-unavailable.ts';
import { CheckFailed, type Check } from './readiness.ts';

/** A call that hangs ends by itself, so that the next one is asked anew. */
const CALL_MS = 2_000;

/** Postgres answers, and has the tables that this code knows. */
export function databaseCheck(db: Database): Check {
  return {
    name: 'database',
    async run() {
      const missing = await db.missingMigrations().catch((error: unknown) => {
        throw isUnavailable(error) ? new CheckFailed('the database cannot be reached') : error;
      });
      if (missing.length > 0) throw new CheckFailed(`migrations that are not applied: ${missing.length}`);
    },
  };
}

/** Temporal answers for the namespace that this process works in. */
export function temporalCheck(connection: Connection, namespace: string): Check {
  return {
    name: 'temporal',
    async run() {
      const asked = connection.withDeadline(Date.now() + CALL_MS, () =>
        connection.workflowService.describeNamespace({ namespace }),
      );
      await asked.catch(() => {
        throw new CheckFailed('Temporal does not answer for the namespace');
      });
    },
  };
}

/** A server takes connections. */
export function listeningCheck(name: string, server: Pick<Server, 'listening'>): Check {
  return {
    name,
    run() {
      if (!server.listening) throw new CheckFailed('it does not listen');
    },
  };
}

/** Every worker of this process asks Temporal for work. */
export function pollingCheck(workers: readonly { getState(): string }[]): Check {
  return {
    name: 'workers',
    run() {
      if (!workers.every((worker) => worker.getState() === 'RUNNING')) throw new CheckFailed('a worker does not run');
    },
  };
}

/** The connection stands on which this process claims messages and deliveries. */
export function claimerCheck(claimer: { isAlive(): boolean }): Check {
  return {
    name: 'claimer',
    run() {
      if (!claimer.isAlive()) throw new CheckFailed('the claiming connection is lost');
    },
  };
}
