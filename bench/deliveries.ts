/** What the two measurements of deliveries share: both ways to send, each with its own table of what waits. */
import { sql } from 'kysely';
import type { Scope } from '../src/db/scope.ts';
import { createAgency } from '../src/main/agency.ts';
import type { Service } from '../src/main/service.ts';
import { inTransaction, type Tx } from '../src/services/transaction.ts';
import { createEndpoint } from '../src/services/webhooks/create-endpoint.ts';
import type { Send } from './paced.ts';
import { startReceiver, type Receiver } from './receiver.ts';
import { asSender, type Sender } from './sender.ts';
import type { Setting } from './setting.ts';

/** Sends from the service's own tables, and from the baseline's. */
export interface Rig {
  receiver: Receiver;
  service: Sender;
  baseline: Sender;
  close(): Promise<void>;
}

export async function openRig(setting: Setting): Promise<Rig> {
  const { service, certificate } = setting;
  await sql`
    create table if not exists bare_delivery (
      id bigint generated always as identity primary key,
      url text not null,
      body text not null,
      claimed boolean not null default false,
      sent_at timestamptz
    ) with (fillfactor = 70)
  `.execute(service.db.sql);
  await sql`create index if not exists bare_delivery_waiting on bare_delivery (id) where not claimed`.execute(
    service.db.sql,
  );
  const receiver = await startReceiver(certificate);
  const worker = asSender(setting.start('./dispatch-worker.ts'));
  const bare = asSender(setting.start('./bare-dispatcher.ts'));
  return {
    receiver,
    service: worker,
    baseline: bare,
    async close() {
      await worker.close();
      await bare.close();
      await receiver.close();
    },
  };
}

/** An account in live mode with endpoints at these URLs. */
export async function createAccountWithEndpoints(
  service: Service,
  urls: readonly string[],
  events: string[] = ['*'],
): Promise<Scope> {
  const agency = { name: 'Agency', ownerEmail: 'owner@agency.example', liveLaunches: 1 };
  const { accountId } = await createAgency(service, agency);
  const scope = { account_id: accountId, livemode: true };
  for (const url of urls) {
    await createEndpoint(service, scope, 'active', { url, events, description: null, enabled: true });
  }
  return scope;
}

/** Commits listing events in turn for these accounts; timed from when the commit is known, before anyone is woken. */
export function commitEvents(service: Service, scopes: readonly Scope[]): Send {
  return (sequence, committed) => {
    const wake: typeof service.wake = (channel) => {
      committed();
      service.wake(channel);
    };
    return inTransaction({ ...service, wake }, scopes[sequence % scopes.length]!, (tx) =>
      Promise.resolve(recordEvent(tx, sequence)),
    );
  };
}

/** About as long as a listing's event. @returns its id */
export function recordEvent(tx: Pick<Tx, 'record'>, sequence: number): string {
  const object = { object: 'listing', note: 'x'.repeat(600) };
  return tx.record({ type: 'listing.live', project: null, data: { sequence, previous_status: 'submitted', object } });
}

/** About as long, for the baseline. */
export function bareBody(id: string): string {
  return JSON.stringify({ id, note: 'x'.repeat(800) });
}
