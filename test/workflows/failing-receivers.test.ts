import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import type { TemporalServer } from '../../dev/temporal-server.ts';
import { FAILING_RECEIVERS, REDIRECT_PATH } from '../outbound/support/failing-receivers.ts';
import type { FailingReceiver } from '../outbound/support/failing-receivers.ts';
import { issueReceiverCertificates } from '../outbound/support/receiver-certificates.ts';
import type { ReceiverCertificates } from '../outbound/support/receiver-certificates.ts';
import { listenOnLoopback } from '../outbound/support/servers.ts';
import type { LoopbackServer } from '../outbound/support/servers.ts';
import { eventually } from '../support/eventually.ts';
import { expectStatus } from '../support/factories.ts';
import { startDevServer, startTestStack, type TestStack } from '../support/temporal.ts';

const HOST = 'receiver.localhost';
const UNUSED_PORT = 1;
const MAX_GROWTH_BYTES = 256 * 1_024 * 1_024;

describe('a receiver of webhooks that', () => {
  let folder: string;
  let temporal: TemporalServer;
  let connection: Connection;
  let client: Client;
  let certificates: ReceiverCertificates;
  let stack: TestStack;
  let key: string;
  let stopWatchingMemory: () => number;
  const servers: LoopbackServer[] = [];
  const redirected: (string | undefined)[] = [];
  const endpoints = new Map<FailingReceiver, string>();

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'listing-receivers-'));
    certificates = await issueReceiverCertificates(HOST);
    const caFile = join(folder, 'ca.pem');
    await writeFile(caFile, certificates.ca);
    temporal = await startDevServer();
    connection = await Connection.connect({ address: temporal.address });
    client = new Client({ connection });
    stack = await startTestStack(temporal.address, {
      OUTBOUND_ALLOW: `127.0.0.0/8,${HOST}`,
      OUTBOUND_CA: caFile,
    });
    key = (await stack.newAgency()).keys.test.full;
    for (const receiver of FAILING_RECEIVERS) endpoints.set(receiver, await register(await listen(receiver)));
    stopWatchingMemory = watchMemory();
    // All at once, so that those which take their time take it together.
    for (const receiver of FAILING_RECEIVERS)
      for (let sent = 0; sent < receiver.events; sent++) await ping(endpoints.get(receiver)!);
  });
  after(async () => {
    await stack.close();
    for (const server of servers) await server.close();
    await connection.close();
    await temporal.stop();
    await rm(folder, { recursive: true });
  });

  /** @returns the port */
  async function listen(receiver: FailingReceiver): Promise<number> {
    const server = receiver.server(certificates);
    if (!server) return UNUSED_PORT;
    server.on('request', ({ url }: { url?: string }) => {
      if (url === REDIRECT_PATH) redirected.push(receiver.title);
    });
    const listening = await listenOnLoopback(server);
    servers.push(listening);
    return listening.port;
  }

  async function register(port: number): Promise<string> {
    const json = { url: `https://${HOST}:${port}/hook`, events: ['ping'] };
    return expectStatus(await stack.call('POST', '/webhook_endpoints', { key, json }), 201).body.id as string;
  }

  async function ping(endpoint: string): Promise<void> {
    expectStatus(await stack.call('POST', `/webhook_endpoints/${endpoint}/test`, { key }), 201);
  }

  /** Its deliveries as the API shows them, once each was tried. The rows are asked first, since requests are counted. */
  async function deliveriesOf(endpoint: string, count: number) {
    await eventually(`${count} attempts`, async () => {
      const tried = await stack.service.db.sql
        .selectFrom('webhook_delivery')
        .select('id')
        .where('endpoint_id', '=', endpoint)
        .where('attempts', '>=', 1)
        .execute();
      return tried.length === count;
    });
    const path = `/webhook_endpoints/${endpoint}/deliveries`;
    const { data } = expectStatus(await stack.call('GET', path, { key }), 200).body;
    assert.equal(data.length, count);
    return data;
  }

  const workflowStatus = (deliveryId: string) =>
    client.workflow
      .getHandle(`delivery/${deliveryId}`)
      .describe()
      .then(
        ({ status }) => status.name,
        () => null,
      );

  for (const receiver of FAILING_RECEIVERS) {
    const { title, events, httpStatus, error, durationMs } = receiver;
    const succeeds = error === null && httpStatus !== null && httpStatus >= 200 && httpStatus < 300;
    const end = error ?? (succeeds ? 'a success' : `HTTP ${httpStatus}`);

    it(`${title} is shown as ${end}${succeeds ? '' : ', and tried again a minute later'}`, async () => {
      for (const delivery of await deliveriesOf(endpoints.get(receiver)!, events)) {
        const { attempted_at: at, duration_ms: took, ...last } = delivery.last_attempt;
        assert.deepEqual(last, { http_status: httpStatus, error });
        assert.deepEqual([delivery.status, delivery.attempts], [succeeds ? 'succeeded' : 'pending', 1]);
        assert.ok(took >= durationMs[0] && took <= durationMs[1], `it took ${took} ms`);
        assert.equal(
          delivery.next_attempt_at,
          succeeds ? null : new Date(Date.parse(at as string) + 60_000).toISOString(),
        );
        if (succeeds) assert.equal(await workflowStatus(delivery.id as string), null);
        else await eventually('its workflow', async () => (await workflowStatus(delivery.id as string)) === 'RUNNING');
      }
    });
  }

  it('redirects is followed nowhere', () => assert.deepEqual(redirected, []));

  it('closes each connection without saying so still gets every event', async () => {
    const server = FAILING_RECEIVERS.find(({ title }) => title === 'sends less than its Content-Length')!;
    const endpoint = endpoints.get(server)!;
    for (let sent = 2; sent <= 5; sent++) {
      await ping(endpoint);
      const deliveries = await deliveriesOf(endpoint, sent);
      assert.ok(deliveries.every(({ status }: { status: string }) => status === 'succeeded'));
    }
  });

  it('sends without end takes no memory', () => {
    const growth = stopWatchingMemory();
    assert.ok(growth < MAX_GROWTH_BYTES, `it grew by ${Math.round(growth / 1_048_576)} MiB`);
  });
});

/** @returns stops, and returns by how many bytes the process has grown at most */
function watchMemory(): () => number {
  const before = process.memoryUsage.rss();
  let peak = before;
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 50);
  return () => {
    clearInterval(timer);
    return peak - before;
  };
}
