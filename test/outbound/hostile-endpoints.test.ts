import assert from 'node:assert/strict';
import { createServer } from 'node:https';
import { isIPv6 } from 'node:net';
import { createAddressPolicy } from '../../src/outbound/address-policy.ts';
import type { ResolveHost } from '../../src/outbound/resolve-host.ts';
import { eventually } from '../support/eventually.ts';
import { expectStatus } from '../support/factories.ts';
import { startSender } from '../support/sender.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { startCanary, type Canary } from './support/canary.ts';
import { watchConnectionAttempts } from './support/connection-attempts.ts';
import { HOSTILE_ANSWERS, HOSTILE_LITERALS, MALFORMED_HOSTS } from './support/hostile-hosts.ts';
import { HOSTILE_RESOLUTIONS, HOSTILE_WEBHOOK_URLS } from './support/hostile-webhook-urls.ts';
import { listenOnLoopback } from './support/servers.ts';
import { createTestAuthority } from './support/test-authority.ts';

const GOOD_URL = 'https://hooks.example.com/';
const HTTPS_PORT = 443;

/** Stands for a public address: everything of loopback but this one is refused. */
const PERMITTED = '127.0.0.2';

const HOSTILE_URLS = [
  ...HOSTILE_WEBHOOK_URLS,
  ...[...HOSTILE_LITERALS, ...MALFORMED_HOSTS].map((host) => `https://${host}/`),
];
const RESOLUTIONS = [...HOSTILE_ANSWERS.map(({ addresses }) => addresses), ...HOSTILE_RESOLUTIONS];

/** Hosts and answers that reach the canary as soon as they are permitted. */
const CONTROL_HOSTS = [
  '127.0.0.1',
  '2130706433',
  '0x7f.1',
  '0177.0.0.1',
  '127。0。0。1',
  '127.0.0.1.',
  '[::ffff:7f00:1]',
];
const CONTROL_ANSWERS = [['127.0.0.1'], ['::ffff:127.0.0.1'], ['127.0.0.2', '127.0.0.1'], ['::ffff:7f00:1']];

const nameOf = (index: number) => `case-${index}.example.com`;

/** Answers to `case-N.example.com` with the Nth of the lists. */
function resolving(lists: readonly (readonly string[])[]): ResolveHost {
  return async (hostname) =>
    lists[Number(/\d+/.exec(hostname)![0])]!.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
}

describe('a hostile URL of a webhook endpoint', () => {
  let api: TestService;
  let key: string;
  let good: { id: string };

  before(async () => {
    api = await startTestService({ OUTBOUND_ALLOW: '' });
    key = (await api.newAgency()).keys.test.full;
    good = expectStatus(await api.call('POST', '/webhook_endpoints', { key, json: { url: GOOD_URL } }), 201).body;
  });
  after(async () => {
    const { data } = expectStatus(await api.call('GET', '/webhook_endpoints', { key }), 200).body;
    assert.deepEqual(
      data.map(({ id, url }: { id: string; url: string }) => [id, url]),
      [[good.id, GOOD_URL]],
      'an endpoint was made or changed',
    );
    await api.close();
  });

  for (const url of new Set(HOSTILE_URLS)) {
    it(`${JSON.stringify(url)} is refused at creation and at a change`, async () => {
      const json = { url };
      for (const answer of [
        await api.call('POST', '/webhook_endpoints', { key, json }),
        await api.call('PATCH', `/webhook_endpoints/${good.id}`, { key, json }),
      ]) {
        const { code, param } = expectStatus(answer, 422).body.error;
        assert.deepEqual([code, param], ['endpoint_url_invalid', 'url']);
      }
    });
  }
});

describe('an attempt to deliver a webhook', () => {
  let api: TestService;
  let key: string;
  let canary: Canary;

  before(async () => {
    canary = await startCanary();
    api = await startTestService({ OUTBOUND_ALLOW: PERMITTED });
    key = (await api.newAgency()).keys.test.full;
  });
  after(async () => {
    await api.close();
    await canary.close();
  });

  const ping = async (id: string) => {
    expectStatus(await api.call('POST', `/webhook_endpoints/${id}/test`, { key }), 201);
  };

  /** An endpoint with a URL that would be refused now, as one that an earlier rule let through. */
  async function endpointAt(url: string): Promise<string> {
    const made = await api.call('POST', '/webhook_endpoints', { key, json: { url: GOOD_URL, events: ['ping'] } });
    const { id } = expectStatus(made, 201).body as { id: string };
    await api.service.db.sql.updateTable('webhook_endpoint').set({ url }).where('id', '=', id).execute();
    return id;
  }

  async function deliveryOf(endpoint: string) {
    const path = `/webhook_endpoints/${endpoint}/deliveries`;
    return expectStatus(await api.call('GET', path, { key }), 200).body.data[0];
  }

  /** Pings an endpoint at each URL, and returns what each delivery came to. */
  async function attempt(urls: readonly string[]) {
    const endpoints: string[] = [];
    for (const url of urls) endpoints.push(await endpointAt(url));
    for (const endpoint of endpoints) await ping(endpoint);
    await eventually('the attempts', async () => {
      const { rows } = await api.service.db.pool.query('select 1 from webhook_delivery where attempts = 0');
      return rows.length === 0;
    });
    const outcomes = [];
    for (const endpoint of endpoints) {
      const { status, attempts, last_attempt: last } = await deliveryOf(endpoint);
      outcomes.push({ status, attempts, http_status: last.http_status, error: last.error });
    }
    return outcomes;
  }

  const blocked = { status: 'pending', attempts: 1, http_status: null, error: 'blocked_address' };

  it('connects to none of the literal addresses', async () => {
    const attempts = watchConnectionAttempts([canary.port, HTTPS_PORT]);
    const sender = startSender(api);
    const urls = HOSTILE_LITERALS.flatMap((host) => [`https://${host}:${canary.port}/`, `https://${host}/`]);
    const outcomes = await attempt(urls);
    outcomes.forEach((outcome, index) => assert.deepEqual(outcome, blocked, urls[index]));
    assert.deepEqual([attempts.made(), canary.connections()], [[], 0]);
    attempts.stop();
    await sender.close();
  });

  it('connects to none of the answers of DNS when one of them is not public', async () => {
    const attempts = watchConnectionAttempts([canary.port]);
    const sender = startSender(api, { resolve: resolving(RESOLUTIONS) });
    const outcomes = await attempt(RESOLUTIONS.map((_, index) => `https://${nameOf(index)}:${canary.port}/`));
    outcomes.forEach((outcome, index) => assert.deepEqual(outcome, blocked, RESOLUTIONS[index]!.join()));
    assert.deepEqual([attempts.made(), canary.connections()], [[], 0]);
    attempts.stop();
    await sender.close();
  });

  it('has nothing to connect to when DNS answers with nothing', async () => {
    const attempts = watchConnectionAttempts([canary.port]);
    const sender = startSender(api, { resolve: resolving([[]]) });
    const [outcome] = await attempt([`https://${nameOf(0)}:${canary.port}/`]);
    assert.deepEqual(outcome, { ...blocked, error: 'connection_failed' });
    assert.deepEqual(attempts.made(), []);
    attempts.stop();
    await sender.close();
  });

  it('would have connected to such hosts and answers, had they been permitted', async () => {
    const attempts = watchConnectionAttempts([canary.port]);
    const policy = createAddressPolicy({ allow: ['0.0.0.0/0', '::/0'] });
    const sender = startSender(api, { policy, resolve: resolving(CONTROL_ANSWERS) });
    const urls = [...CONTROL_HOSTS, ...CONTROL_ANSWERS.map((_, index) => nameOf(index))].map(
      (host) => `https://${host}:${canary.port}/`,
    );
    const outcomes = await attempt(urls);
    outcomes.forEach((outcome, index) =>
      assert.deepEqual(outcome, { ...blocked, error: 'connection_failed' }, urls[index]),
    );
    assert.ok(attempts.made().length >= urls.length, attempts.made().join());
    assert.equal(canary.connections(), urls.length);
    attempts.stop();
    await sender.close();
  });

  describe('to a name that changes its answer', () => {
    /** Counts the questions; the first is answered with the permitted address, all others with the canary's. */
    async function rebinding(connection: 'close' | 'keep-alive', attempts: number) {
      const { authority, receiver } = await createTestAuthority(nameOf(0));
      const server = await listenOnLoopback(
        createServer(receiver, (_request, response) => response.writeHead(500, { connection }).end()),
        PERMITTED,
      );
      const watch = watchConnectionAttempts([server.port]);
      let questions = 0;
      const resolve: ResolveHost = async () => [{ address: questions++ === 0 ? PERMITTED : '127.0.0.1', family: 4 }];
      const sender = startSender(api, { resolve, extraCa: [authority.cert] });
      const endpoint = await endpointAt(`https://${nameOf(0)}:${server.port}/`);
      await ping(endpoint);
      const outcomes: unknown[] = [];
      for (let made = 1; made <= attempts; made++) {
        const delivery = await eventually('the attempt', async () => {
          const { rows } = await api.service.db.pool.query<{ made: number }>(
            'select count(*)::int as made from webhook_attempt where endpoint_id = $1',
            [endpoint],
          );
          return rows[0]!.made === made && (await deliveryOf(endpoint));
        });
        outcomes.push(delivery.last_attempt.http_status ?? delivery.last_attempt.error);
        if (made === attempts) break;
        expectStatus(await api.call('POST', `/webhook_deliveries/${delivery.id}/retry`, { key }), 200);
      }
      watch.stop();
      await sender.close();
      await server.close();
      return { outcomes, questions, connectedTo: watch.made().map((made) => made.split(':')[0]) };
    }

    it('goes to the address that was checked, and asks no second time', async () => {
      assert.deepEqual(await rebinding('close', 1), { outcomes: [500], questions: 1, connectedTo: [PERMITTED] });
    });

    it('is blocked when the next attempt gets another answer', async () => {
      assert.deepEqual(await rebinding('close', 3), {
        outcomes: [500, 'blocked_address', 'blocked_address'],
        questions: 3,
        connectedTo: [PERMITTED],
      });
    });

    it('keeps to the connection that was checked while that is kept alive', async () => {
      assert.deepEqual(await rebinding('keep-alive', 3), {
        outcomes: [500, 500, 500],
        questions: 1,
        connectedTo: [PERMITTED],
      });
    });
  });
});
