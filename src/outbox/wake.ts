import type pg from 'pg';

/** The channels on which claimers listen for new work. */
export const CHANNELS = { outbox: 'outbox', deliveries: 'deliveries' } as const;
export type Channel = keyof typeof CHANNELS;

/** Tells claimers that a transaction has committed work for them. Best effort: a sweep finds what a lost wake left. */
export type Wake = (channel: Channel) => void;

/**
 * Wakes by NOTIFY, after the commit: inside the transaction it would serialise commits. At most one is in flight a
 * process; those asked for meanwhile become one.
 */
export function createWake(pool: pg.Pool): Wake {
  const asked = new Set<Channel>();
  let sending = false;

  async function send(): Promise<void> {
    sending = true;
    while (asked.size > 0) {
      const channels = [...asked];
      asked.clear();
      const text = `select ${channels.map((_, index) => `pg_notify($${index + 1}, '')`).join(', ')}`;
      await pool.query(text, channels).catch(() => undefined);
    }
    sending = false;
  }

  return (channel) => {
    asked.add(channel);
    if (!sending) void send();
  };
}
