import { Gauge, type Registry } from 'prom-client';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { readBacklog, type Backlog } from './backlog.ts';
import { recent } from './recent.ts';

const KEPT_MS = 5_000;
const PATIENCE_MS = 2_000;

type Value = keyof Backlog;

/** What waits in the database: every worker tells the same, so graphs take the maximum over them. */
const GAUGES: { name: string; help: string; value: Value }[] = [
  { name: 'webhook_deliveries_in_flight', help: 'Deliveries that are being attempted.', value: 'in_flight' },
  { name: 'webhook_deliveries_due', help: 'Deliveries due to healthy endpoints.', value: 'due' },
  {
    name: 'webhook_oldest_due_seconds',
    help: 'For how long the oldest of them has been due.',
    value: 'due_oldest_seconds',
  },
  { name: 'webhook_failing_deliveries_due', help: 'Deliveries due to failing endpoints.', value: 'failing_due' },
  {
    name: 'webhook_failing_oldest_due_seconds',
    help: 'For how long the oldest of them has been due.',
    value: 'failing_due_oldest_seconds',
  },
  { name: 'outbox_messages_waiting', help: 'Messages that Temporal has not taken.', value: 'outbox_waiting' },
  { name: 'outbox_oldest_message_seconds', help: 'Age of the oldest of them.', value: 'outbox_oldest_seconds' },
  { name: 'outbox_messages_failing', help: 'Those of them that it refused at least once.', value: 'outbox_failing' },
  { name: 'capacity_waiting', help: 'Listings that wait for a slot.', value: 'queued' },
  {
    name: 'capacity_oldest_wait_seconds',
    help: 'For how long the oldest of them has waited.',
    value: 'queued_oldest_seconds',
  },
  {
    name: 'capacity_oldest_grantable_seconds',
    help: 'For how long one of them has waited whose account has a free slot.',
    value: 'grantable_oldest_seconds',
  },
  { name: 'reports_building', help: 'Reports that are being built.', value: 'reports_building' },
  {
    name: 'reports_oldest_building_seconds',
    help: 'For how long the oldest of them has been building.',
    value: 'reports_oldest_seconds',
  },
];

const STUCK = ['to_submit', 'driver_late', 'not_answered', 'action_overdue'] as const satisfies Value[];

export interface BacklogSources {
  db: Pick<Database, 'pool'>;
  clock: Clock;
  /** How many listings Temporal knows as parked. */
  countParked: () => Promise<number>;
}

export function addBacklogMetrics(registry: Registry, { db, clock, countParked }: BacklogSources): void {
  const limits = { keptMs: KEPT_MS, patienceMs: PATIENCE_MS };
  const backlog = recent(() => readBacklog(db, clock), limits);
  const parked = recent(countParked, limits);
  const registers = [registry];

  new Gauge({
    name: 'listings_backlog_readable',
    help: 'Whether what waits in the database could be read: 1, or 0 and the gauges of it are absent.',
    registers,
    async collect() {
      this.set((await backlog()) === null ? 0 : 1);
    },
  });
  for (const { name, help, value } of GAUGES) {
    new Gauge({
      name: `listings_${name}`,
      help,
      registers,
      async collect() {
        const read = await backlog();
        if (read) this.set(read[value]);
        else this.remove();
      },
    });
  }
  new Gauge({
    name: 'listings_stuck',
    help: 'Listings that do not go on unless an operator looks after them.',
    labelNames: ['reason'],
    registers,
    async collect() {
      this.reset();
      const [read, parkedCount] = await Promise.all([backlog(), parked()]);
      if (read) for (const reason of STUCK) this.set({ reason }, read[reason]);
      if (parkedCount !== null) this.set({ reason: 'parked' }, parkedCount);
    },
  });
}
