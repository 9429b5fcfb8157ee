import type { Pipeline } from '../db/pipeline.ts';

/** The channels on which claimers listen for new work. */
export const CHANNELS = { outbox: 'outbox', deliveries: 'deliveries' } as const;
export type Channel = keyof typeof CHANNELS;

/** Tells claimers that a transaction has committed work for them. Best effort: a sweep finds what a lost wake left. */
export type Wake = (channel: Channel) => void;

/**
 * Wakes by NOTIFY, after the commit: inside the transaction it would serialise commits. At most one of a channel is in
 * flight a process; those asked for meanwhile become one.
 */
export function createWake(pipeline: Pipeline): Wake {
  const sending = new Set<Channel>();
  const asked = new Set<Channel>();

  async function send(channel: Channel): Promise<void> {
    sending.add(channel);
    do {
      asked.delete(channel);
      await pipeline
        .query({ name: 'wake', text: `select pg_notify($1, '')`, values: [channel] })
        .catch(() => undefined);
    } while (asked.has(channel));
    sending.delete(channel);
  }

  return (channel) => {
    if (sending.has(channel)) asked.add(channel);
    else void send(channel);
  };
}
