import pg from 'pg';

/** What a statement's first comment asks for. */
const ASKED = /^\s*\/\* prepared (\w+)(, then commit)? \*\//;

const NOTHING: pg.QueryResult = { command: '', rowCount: null, oid: 0, rows: [], fields: [] };

/**
 * A connection of the pool that saves Postgres planning and both sides round trips. It takes the option `pipeline`.
 *
 * - A statement whose text begins with a comment of the form `prepared <name>` is parsed and planned only once: for those
 *   that are run for every request or event and take longer to plan than to run. A name stands for one text, which lists
 *   its columns, so that a migration does not change what the statement returns.
 * - `begin` is sent with the first statement of its transaction.
 * - With `prepared <name>, then commit`, the transaction's `commit` is sent with the statement, which must be its last: the
 *   locks that it takes are held for no round trip. When it fails, Postgres takes the commit behind it for a rollback.
 */
export class PooledClient extends pg.Client {
  #begins = false;
  #committing: Promise<unknown> | undefined;

  // What pg declares has a form for every way to call it; what this does is the same for all of them.
  override query: pg.Client['query'] = ((...args: unknown[]) => {
    const [text, ...rest] = args;
    switch (text) {
      case 'begin':
        this.#begins = true;
        return Promise.resolve(NOTHING);
      case 'commit':
      case 'rollback':
        return this.#endedAlready() ?? super.query(text);
    }
    const [, name, thenCommit] = (typeof text === 'string' && ASKED.exec(text)) || [];
    const query = super.query.bind(this) as (...args: unknown[]) => unknown;
    return this.#inOneWrite(() => {
      if (this.#begins) this.#sendBegin();
      const result = query(...(name === undefined ? args : [{ name, text }, ...rest]));
      if (thenCommit) this.#sendCommit();
      return result;
    });
  }) as pg.Client['query'];

  #inOneWrite<T>(send: () => T): T {
    const { stream } = (this as unknown as { connection: { stream: NodeJS.WritableStream & Corkable } }).connection;
    stream.cork();
    try {
      return send();
    } finally {
      stream.uncork();
    }
  }

  #sendBegin(): void {
    this.#begins = false;
    // Where the connection is lost, the statement behind it says so.
    super.query('begin').catch(() => undefined);
  }

  #sendCommit(): void {
    this.#committing = super.query('commit');
    // It is waited for when the transaction ends, and not before.
    this.#committing.catch(() => undefined);
  }

  /** How the transaction has ended, when nothing of it has been sent yet or its commit has. */
  #endedAlready(): Promise<unknown> | undefined {
    const ended = this.#begins ? Promise.resolve(NOTHING) : this.#committing;
    this.#begins = false;
    this.#committing = undefined;
    return ended;
  }
}

interface Corkable {
  cork(): void;
  uncork(): void;
}
