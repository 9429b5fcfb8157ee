import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';
import type { Database } from '../db/database.ts';
import type { Readiness } from './readiness.ts';

/** What the process itself uses, and whether it is ready. */
export function addProcessMetrics(registry: Registry, readiness: Readiness): void {
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'listings_ready',
    help: 'Whether the process is ready: 1 or 0.',
    registers: [registry],
    async collect() {
      this.set((await readiness.report()).ready ? 1 : 0);
    },
  });
}

/** Connections to Postgres in this process's pool. */
export function addPoolMetrics(registry: Registry, { pool }: Pick<Database, 'pool'>): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name: `listings_database_pool_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  gauge('connections', 'Connections that are open.', () => pool.totalCount);
  gauge('idle', 'Open connections that nobody uses.', () => pool.idleCount);
  gauge('waiting', 'Statements that wait for a connection.', () => pool.waitingCount);
}
