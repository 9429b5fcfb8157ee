/**
 * A process that takes mail in and kills itself with SIGKILL right before or after it commits a mail. Its settings beside
 * the usual ones: CRASH_AT (the number of the mail's commit), CRASH_WHEN (`before` or `after`).
 */
import pg from 'pg';

type Query = (this: pg.Client, ...args: unknown[]) => unknown;

const crashAt = Number(process.env.CRASH_AT);
const crashBefore = process.env.CRASH_WHEN === 'before';
let commits = 0;
let isWritten = false;

// eslint-disable-next-line @typescript-eslint/unbound-method -- it is called with the client as `this`
const query = pg.Client.prototype.query as Query;
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const [statement] = args as [string | { text?: string }];
  const text = typeof statement === 'string' ? statement : (statement.text ?? '');
  if (/^insert into "email"/.test(text)) isWritten = true;
  const isCommit = isWritten && /^commit/i.test(text);
  if (!isCommit) return query.apply(this, args);
  isWritten = false;
  if (++commits !== crashAt) return query.apply(this, args);
  if (crashBefore) crash();
  const callback = args.at(-1);
  if (typeof callback !== 'function') return (query.apply(this, args) as Promise<unknown>).then(crash);
  args[args.length - 1] = crash;
  return query.apply(this, args);
} as never;

function crash(): void {
  process.kill(process.pid, 'SIGKILL');
}

process.on('disconnect', () => process.exit(1));
await import('../../src/main/mail.ts');
process.send?.('ready');
