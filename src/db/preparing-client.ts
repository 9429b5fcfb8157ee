import pg from 'pg';

const NAMED = /^\s*\/\* prepared (\w+) \*\//;

/**
 * A connection on which Postgres parses and plans a statement only once when its text begins with a comment of the form
 * `prepared <name>`: for those that are run for every request or event and take longer to plan than to run. A name stands
 * for one text, which lists its columns, so that a migration does not change what the statement returns.
 */
export class PreparingClient extends pg.Client {
  // What pg declares has a form for every way to call it; what this does is the same for all of them.
  override query: pg.Client['query'] = ((...args: unknown[]) => {
    const [text, ...rest] = args;
    const name = typeof text === 'string' ? NAMED.exec(text)?.[1] : undefined;
    const query = super.query.bind(this) as (...args: unknown[]) => unknown;
    return query(...(name === undefined ? args : [{ name, text }, ...rest]));
  }) as pg.Client['query'];
}
