/** Crashes of this process at a step of a webhook's way, once its parent has asked for one. */
import { subscribe } from 'node:diagnostics_channel';
import pg from 'pg';

/** The steps at which a worker can be made to die, in the order in which a delivery passes them. */
export const WORKER_STEPS = [
  'event committed',
  'delivery claimed',
  'request sent',
  'answer not recorded',
  'workflow not started',
  'next attempt made due',
] as const;

export type CrashStep = (typeof WORKER_STEPS)[number] | 'event committed by the API';

type Query = (this: pg.Client, ...args: unknown[]) => unknown;

interface Result {
  rows: Record<string, unknown>[];
  rowCount: number | null;
}

const REQUEST_SENT = 'undici:request:bodySent';

/** Dies before these statements. */
const BEFORE: Partial<Record<CrashStep, RegExp>> = { 'answer not recorded': /^\s*with outcome/i };

/** Dies after these statements, if their results are such. */
const AFTER: Partial<Record<CrashStep, { statement: RegExp; happened: (result: Result) => boolean }>> = {
  'delivery claimed': { statement: /^\s*with recursive due/i, happened: ({ rows }) => rows.length > 0 },
  'workflow not started': { statement: /^\s*with outcome/i, happened: ({ rows }) => Number(rows[0]?.told) > 0 },
  'next attempt made due': {
    statement: /^\s*update webhook_delivery d set schedule_due_at/i,
    happened: ({ rowCount }) => rowCount === 1,
  },
};

/** Prepares the crashes; the parent arms one by sending a step's name. */
export function crashWhenArmed(): void {
  let armed: CrashStep | undefined;
  let eventWritten = false;
  process.on('message', (step: CrashStep) => (armed = step));

  // eslint-disable-next-line @typescript-eslint/unbound-method -- it is called with the client as `this`
  const query = pg.Client.prototype.query as unknown as Query;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [statement] = args as [string | { text?: string }];
    const text = typeof statement === 'string' ? statement : (statement.text ?? '');
    if (armed && BEFORE[armed]?.test(text)) crash();
    const after = armed && AFTER[armed];
    if (after?.statement.test(text)) return followed(query, this, args, (result) => after.happened(result) && crash());
    if (armed !== 'event committed by the API') return query.apply(this, args);
    if (/update feed_head/.test(text)) eventWritten = true;
    if (eventWritten && /^\s*commit/i.test(text)) return followed(query, this, args, crash);
    return query.apply(this, args);
  } as never;

  // eslint-disable-next-line @typescript-eslint/unbound-method -- likewise
  const emit = pg.Client.prototype.emit as (this: pg.Client, name: string, ...args: unknown[]) => boolean;
  pg.Client.prototype.emit = function (this: pg.Client, name: string, ...args: unknown[]) {
    const [message] = args as [{ channel?: string } | undefined];
    if (armed === 'event committed' && name === 'notification' && message?.channel === 'deliveries') crash();
    return emit.apply(this, [name, ...args]);
  } as never;

  // The bytes leave in this turn of the event loop; an answer would be read in the next.
  subscribe(REQUEST_SENT, () => armed === 'request sent' && setImmediate(crash));
}

/** Runs the query and gives its result to `then` before anybody else has it. */
function followed(query: Query, client: pg.Client, args: unknown[], then: (result: Result) => unknown): unknown {
  const callback = args.at(-1);
  if (typeof callback !== 'function') {
    return (query.apply(client, args) as Promise<Result>).then((result) => (then(result), result));
  }
  args[args.length - 1] = (error: unknown, result: Result) => {
    if (!error) then(result);
    (callback as (error: unknown, result: Result) => void)(error, result);
  };
  return query.apply(client, args);
}

function crash(): void {
  process.kill(process.pid, 'SIGKILL');
}
