/** First attempts that all fail: how many a second become workflows, beside trivial ones started by hand. */
import { sql } from 'kysely';
import type { Service } from '../src/main/service.ts';
import { inTransaction } from '../src/services/transaction.ts';
import { createAccountWithEndpoints, recordEvent } from './deliveries.ts';
import { startReceiver } from './receiver.ts';
import type { Figure } from './report.ts';
import type { Setting } from './setting.ts';
import { summarise, type Pair } from './statistics.ts';
import { startBareWorker, startTemporal, startWorkerProcess } from './temporal.ts';
import { until } from './until.ts';

const EVENTS = 100;
const ROUNDS = 3;
const POLL_MS = 20;

export async function measureFailing(setting: Setting): Promise<Figure[]> {
  const { service } = setting;
  const receiver = await startReceiver(setting.certificate, 500);
  const scope = await createAccountWithEndpoints(service, receiver.urls);
  const workflows = EVENTS * receiver.urls.length;
  const temporal = await startTemporal();
  const runBare = startBareWorker(setting, temporal);
  const worker = await startWorkerProcess(setting, temporal);
  const pairs: Pair[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    let firstAt = 0;
    receiver.listen(() => (firstAt ||= performance.now()));
    await inTransaction(service, scope, (tx) => {
      for (let sequence = 0; sequence < EVENTS; sequence++) recordEvent(tx, sequence);
      return Promise.resolve();
    });
    service.wake('deliveries');
    await until('every delivery has its workflow', POLL_MS, () => allStarted(service));
    const seconds = (performance.now() - firstAt) / 1_000;
    const bare = await runBare(workflows);
    if (round === 0) continue; // warms both up
    pairs.push({ service: workflows / seconds, baseline: workflows / bare.seconds });
  }
  await worker.close();
  await temporal.stop();
  await receiver.close();
  return [{ name: 'first attempts that fail', unit: 'workflows/s', ...summarise(pairs) }];
}

async function allStarted({ db }: Service): Promise<boolean> {
  const { rows } = await sql`
    select 1 from webhook_delivery where attempts = 0 union all select 1 from outbox limit 1
  `.execute(db.sql);
  return rows.length === 0;
}
