/**
 * A worker that kills itself with SIGKILL at a step of the first report that comes so far. Its settings beside the usual
 * ones: CRASH_STEP (none when absent), BUNDLE (the workflow code).
 */
import pg from 'pg';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import { pino } from 'pino';
import { readConfig } from '../../src/config.ts';
import { openService } from '../../src/main/service.ts';
import { startWorker } from '../../src/main/start-worker.ts';
import type { Storage } from '../../src/outbound/storage/storage.ts';
import type { ReportStep } from './killed-report.test.ts';

type Query = (this: pg.Client, ...args: unknown[]) => Promise<unknown>;

const crashStep = process.env.CRASH_STEP as ReportStep | undefined;

function reach(step: ReportStep): void {
  if (step === crashStep) process.kill(process.pid, 'SIGKILL');
}

function crashAroundPut(storage: Storage): Storage {
  return {
    ...storage,
    async put(key, bytes) {
      reach('before the file is stored');
      await storage.put(key, bytes);
      reach('after the file is stored');
    },
  };
}

/** The commit of a transaction that has made a report ready. */
function crashAroundCommit(): void {
  const ending = new WeakSet<pg.Client>();
  // eslint-disable-next-line @typescript-eslint/unbound-method -- it is called with the client as `this`
  const query = pg.Client.prototype.query as unknown as Query;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [statement] = args as [string | { text?: string }];
    const text = typeof statement === 'string' ? statement : (statement.text ?? '');
    if (/^\s*update "report" set "status"/i.test(text)) ending.add(this);
    if (!/^\s*commit/i.test(text) || !ending.delete(this)) return query.apply(this, args);
    reach('before the commit');
    const callback = args.at(-1);
    if (typeof callback !== 'function') return query.apply(this, args).then(() => reach('after the commit'));
    args[args.length - 1] = (...results: unknown[]) => {
      reach('after the commit');
      (callback as (...results: unknown[]) => void)(...results);
    };
    return query.apply(this, args);
  } as never;
}

crashAroundCommit();
process.on('disconnect', () => process.exit(1));
Runtime.install({ logger: new DefaultLogger('ERROR') });
const config = readConfig();
const service = await openService(config);
const storage = crashAroundPut(service.storage);
await startWorker(config, { ...service, storage }, pino({ level: 'silent' }), { codePath: process.env.BUNDLE! });
process.send?.('ready');
