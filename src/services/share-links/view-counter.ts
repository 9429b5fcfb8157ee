import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { ServiceDeps } from '../deps.ts';
import { hashShareToken } from './share-token.ts';

/** Counts the views of pages beside their answers. */
export interface ViewCounter {
  /** Counts a view of a link's page as of now. */
  count(token: string): void;
  /** Writes what was counted. */
  close(): Promise<void>;
}

interface Views {
  count: number;
  lastAt: Date;
}

/**
 * Makes a counter that writes one link at a time: what is counted meanwhile is written together, so that a busy page takes
 * one connection of the process, and its row's lock only for a statement of its own.
 */
export function createViewCounter({
  db,
  clock,
  log,
}: Pick<ServiceDeps, 'db' | 'clock'> & { log: Logger }): ViewCounter {
  const waiting = new Map<string, Views>();
  let writing: Promise<void> | null = null;

  function add(token: string, { count, lastAt }: Views): void {
    const before = waiting.get(token);
    const isLater = !before || before.lastAt < lastAt;
    waiting.set(token, { count: (before?.count ?? 0) + count, lastAt: isLater ? lastAt : before.lastAt });
  }

  /** Ends at the first write that fails: the next view, or the end of the process, tries again. */
  async function write(): Promise<void> {
    for (const [token, views] of waiting) {
      waiting.delete(token);
      try {
        await addViews(db, token, views);
      } catch (error) {
        log.warn({ err: error, views: views.count }, 'views of a share page are counted later');
        add(token, views);
        break;
      }
    }
    writing = null;
  }

  return {
    count(token) {
      add(token, { count: 1, lastAt: clock.now() });
      writing ??= write();
    },
    async close() {
      await writing;
      await write();
    },
  };
}

/** Does nothing for a link that was revoked or replaced meanwhile. */
async function addViews({ pool }: Database, token: string, { count, lastAt }: Views): Promise<void> {
  await pool.query({
    name: 'count_share_views',
    text: `update share_link set view_count = view_count + $2, last_viewed_at = greatest(last_viewed_at, $3)
      where token_hash = $1`,
    values: [hashShareToken(token), count, lastAt],
  });
}
