/**
 * A worker that kills itself with SIGKILL right before or after one of its steps: a commit, or a statement that claims,
 * publishes or records. Its settings beside the usual ones: CRASH_AT (the number of the step; none when absent),
 * CRASH_WHEN (`before` or `after`), BUNDLE (the workflow code).
 */
import pg from 'pg';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import { pino } from 'pino';
import { readConfig } from '../../src/config.ts';
import { closeOnSignal, openService } from '../../src/main/service.ts';
import { startWorker } from '../../src/main/start-worker.ts';

const STEP = /^\s*(commit|update outbox|delete from outbox|with recursive due|with outcome|update webhook_delivery)/i;

type Query = (this: pg.Client, ...args: unknown[]) => unknown;

const crashAt = Number(process.env.CRASH_AT ?? 0);
const crashBefore = process.env.CRASH_WHEN === 'before';
let steps = 0;

function crash(): void {
  process.kill(process.pid, 'SIGKILL');
}

function crashAround(query: Query): Query {
  return function (...args) {
    const [statement] = args as [string | { text?: string }];
    const text = typeof statement === 'string' ? statement : (statement.text ?? '');
    const isCrash = STEP.test(text) && ++steps === crashAt;
    if (!isCrash) return query.apply(this, args);
    if (crashBefore) crash();
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      args[args.length - 1] = crash;
      return query.apply(this, args);
    }
    return (query.apply(this, args) as Promise<unknown>).then(crash);
  };
}

// eslint-disable-next-line @typescript-eslint/unbound-method -- it is called with the client as `this`
pg.Client.prototype.query = crashAround(pg.Client.prototype.query) as never;

Runtime.install({ logger: new DefaultLogger('ERROR') });
const config = readConfig();
const log = pino({ level: 'silent' });
const service = await openService(config);
const worker = await startWorker(config, service, log, { codePath: process.env.BUNDLE! });
process.send?.('ready');
closeOnSignal(log, async () => {
  await worker.close();
  await service.close();
});
