import { hostname } from 'node:os';
import pg from 'pg';
import type { Logger } from 'pino';
import { CHANNELS, type Channel } from './wake.ts';
import { freeDeadClaims, handBackClaims, holdClaimerLock } from './janitor.ts';

/** One life of the claiming connection. What it claims carries its id, and is free again when the connection is gone. */
export interface Incarnation {
  readonly id: number;
  /** Aborted when the connection is lost: whatever was claimed may be claimed by others from then on. */
  readonly signal: AbortSignal;
}

/** Claims and works off rows; called when there may be some. Must not throw and must not run twice at once by itself. */
export type Consumer = (incarnation: Incarnation) => void;

export interface Claimer {
  /** Whether its connection stands and claims. */
  isAlive(): boolean;
  /** Ends the incarnation and hands back what it still claims; who consumes was drained before. */
  close(): Promise<void>;
}

export interface ClaimerOptions {
  databaseUrl: string;
  consumers: Record<Channel, Consumer>;
  log: Logger;
  /** How often it looks for what a lost wake left and for claims of the dead. */
  sweepMs?: number;
}

/** A server that has gone without a word must not hold the incarnation for as long as TCP would. */
const SILENCE_ENDS_IT = {
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  connectionTimeoutMillis: 5_000,
  query_timeout: 10_000,
};

const RECONNECT_MS = 500;
const SWEEP_MS = 500;

/**
 * Keeps one direct, unpooled connection that listens for wakes and holds an advisory lock. Losing the connection ends
 * the incarnation at once, and a new one begins: a claim dies with its claimer.
 */
export function startClaimer({ databaseUrl, consumers, log, sweepMs = SWEEP_MS }: ClaimerOptions): Claimer {
  const channels = Object.keys(CHANNELS) as Channel[];
  let closing = false;
  const isClosing = () => closing;
  let alive = false;
  let endLife = (): Promise<void> => Promise.resolve();

  async function live(): Promise<void> {
    const client = new pg.Client({ connectionString: databaseUrl, application_name: 'claimer', ...SILENCE_ENDS_IT });
    const life = new AbortController();
    const ended = new Promise<void>((resolve) => {
      client.on('error', () => resolve());
      client.on('end', () => resolve());
    });
    endLife = () => client.end();
    try {
      await client.connect();
      const incarnation = { id: await holdClaimerLock(client, processName()), signal: life.signal };
      endLife = async () => {
        life.abort();
        await handBackClaims(client, incarnation.id, channels).finally(() => client.end());
      };
      client.on('notification', ({ channel }) => consumers[channel as Channel](incarnation));
      await client.query(channels.map((channel) => `listen ${channel}`).join('; '));
      let timer: NodeJS.Timeout | undefined;
      const sweep = async () => {
        await freeDeadClaims(client, incarnation.id);
        for (const channel of channels) consumers[channel](incarnation);
        timer = setTimeout(() => void sweep().catch(() => client.end()), sweepMs);
      };
      await sweep();
      alive = true;
      await ended;
      clearTimeout(timer);
    } finally {
      alive = false;
      life.abort();
      await client.end().catch(() => undefined);
    }
  }

  async function keepAlive(): Promise<void> {
    while (!isClosing()) {
      await live().catch((error: unknown) => log.warn({ err: error }, 'the claiming connection was lost'));
      if (!isClosing()) await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
    }
  }

  const done = keepAlive();
  return {
    isAlive: () => alive,
    async close() {
      closing = true;
      await endLife().catch(() => undefined);
      await done;
    },
  };
}

function processName(): string {
  return `${hostname()}:${process.pid}`;
}
