/** Which process may do what with which table, as Postgres enforces it (docs/decisions/0033). */

type Right = 'select' | 'insert' | 'update' | 'delete';

/** The processes that connect, each with a role of its own. */
export const PROCESSES = ['api', 'worker', 'mail', 'operator'] as const;
export type ProcessName = (typeof PROCESSES)[number];

export interface Access {
  /** On every table that is not named below, also on those that later migrations make. */
  tables: readonly Right[];
  /** Instead of that; what stands in brackets are the only columns. */
  except: Readonly<Record<string, readonly string[]>>;
}

const ALL: readonly Right[] = ['select', 'insert', 'update', 'delete'];

/** Who has migrated is known to all and written by nobody but the owner. */
const MIGRATIONS = { migration: ['select'] };

export const ACCESS: Readonly<Record<ProcessName, Access>> = {
  /** What faces the internet makes no accounts, keys, purchases or directories, and reads no directory's secret. */
  api: {
    tables: ALL,
    except: {
      ...MIGRATIONS,
      account: ['select', 'update (id)'], // the right to one column is the right to lock a row
      account_brand: ['select'],
      account_mode: ['select', 'update (launches_total, launches_used)'], // test mode sets its total
      api_key: ['select', 'update (last_used_at)'],
      directory: ['select', 'update (id)'],
      directory_secret: [],
      email: ['select', 'insert'],
      purchase: ['select'],
    },
  },
  /** It neither makes accounts and keys nor sells launches. */
  worker: {
    tables: ALL,
    except: { ...MIGRATIONS, account: ['select', 'update (id)'], api_key: ['select'], purchase: ['select'] },
  },
  /** It reads what strangers send, so it sees mailboxes and little else. */
  mail: {
    tables: [],
    except: {
      ...MIGRATIONS,
      email: ['select (listing_id, digest, received_at)', 'insert'],
      listing: ['select (id, account_id, livemode)'],
      login: ['select', 'update (last_email_at)'],
      outbox: ['insert'],
    },
  },
  operator: { tables: ALL, except: MIGRATIONS },
};
