import assert from 'node:assert/strict';
import { createSetupAccount } from '../support/accounts.ts';
import { createReadyProject, expectStatus } from '../support/factories.ts';
import { startTestService, type TestService } from '../support/service.ts';

const url = 'https://hooks.example.com/in';
const DAY_MS = 86_400_000;

describe('a webhook endpoint', () => {
  let api: TestService;
  let key: string;
  let liveKey: string;

  before(async () => {
    api = await startTestService();
  });
  beforeEach(async () => {
    const { keys } = await api.newAgency();
    [key, liveKey] = [keys.test.full, keys.live.full];
  });
  after(() => api.close());

  async function create(json: Record<string, unknown> = {}): Promise<Record<string, unknown> & { id: string }> {
    return expectStatus(await api.call('POST', '/webhook_endpoints', { key, json: { url, ...json } }), 201)
      .body as Record<string, unknown> & { id: string };
  }
  const patch = (id: string, json: unknown) => api.call('PATCH', `/webhook_endpoints/${id}`, { key, json });
  const read = (id: string) => api.call('GET', `/webhook_endpoints/${id}`, { key });
  const deliveries = async (id: string) =>
    expectStatus(await api.call('GET', `/webhook_endpoints/${id}/deliveries`, { key }), 200).body.data as {
      id: string;
      event: string;
    }[];

  it('changes what is sent and keeps the rest', async () => {
    const made = await create({ description: 'first' });
    const other = 'https://other.example.com/in?a=1';
    for (const [change, expected] of [
      [{ url: ` ${other} ` }, { url: other }],
      [{ events: ['listing.*', 'ping'] }, { events: ['listing.*', 'ping'] }],
      [{ description: 'second' }, { description: 'second' }],
      [{ description: null }, { description: null }],
      [{ enabled: false }, { enabled: false, disabled_reason: 'requested' }],
      [{ enabled: true }, { enabled: true, disabled_reason: null }],
    ] as const) {
      const before = expectStatus(await read(made.id), 200).body;
      const after = expectStatus(await patch(made.id, change), 200).body;
      assert.deepEqual(after, { ...before, ...expected, updated_at: after.updated_at });
      assert.ok(after.updated_at > before.updated_at);
      assert.deepEqual(expectStatus(await read(made.id), 200).body, after);
      assert.equal(after.secret, null);
    }
  });

  it('refuses a change that is wrong and is not changed by it', async () => {
    const { id } = await create();
    const before = expectStatus(await read(id), 200).body;
    for (const [change, param, code] of [
      [{}, 'body', 'too_few'],
      [{ url: null }, 'url', 'invalid_type'],
      [{ url: `https://a.example.com/${'x'.repeat(2_048)}` }, 'url', 'too_long'],
      [{ events: null }, 'events', 'invalid_type'],
      [{ events: [] }, 'events', 'too_few'],
      [{ events: ['listing.*', 'nothing'] }, 'events[1]', 'not_allowed'],
      [{ description: 'x'.repeat(201) }, 'description', 'too_long'],
      [{ enabled: null }, 'enabled', 'invalid_type'],
      [{ enabled: 'yes' }, 'enabled', 'invalid_type'],
    ] as const) {
      const { error } = expectStatus(await patch(id, { ...change }), 422).body;
      assert.deepEqual([error.code, error.errors], ['validation_failed', [{ param, code }]]);
    }
    for (const bad of ['http://hooks.example.com', 'https://10.0.0.1/', 'https://u:p@hooks.example.com']) {
      assert.equal(
        expectStatus(await patch(id, { url: bad, description: 'no' }), 422).body.error.code,
        'endpoint_url_invalid',
      );
    }
    assert.equal(expectStatus(await patch(id, { secret: 'whsec_x' }), 400).body.error.param, 'secret');
    assert.deepEqual(expectStatus(await read(id), 200).body, before);
  });

  it('gets another secret, shown once, with the end of the one before in a day', async () => {
    const made = await create();
    const { body } = expectStatus(await api.call('POST', `/webhook_endpoints/${made.id}/rotate_secret`, { key }), 200);
    assert.match(body.secret as string, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.notEqual(body.secret, made.secret);
    const inMs = Date.parse(body.previous_secret_expires_at as string) - Date.parse(body.updated_at as string);
    assert.equal(inMs, DAY_MS);
    const shown = expectStatus(await read(made.id), 200).body;
    assert.deepEqual(shown, { ...body, secret: null });
  });

  it('that was deleted is found nowhere, and leaves room for another', async () => {
    key = (await createSetupAccount(api.service)).test;
    const [first, ...others] = [await create(), await create(), await create()];
    const full = await api.call('POST', '/webhook_endpoints', { key, json: { url } });
    assert.equal(expectStatus(full, 422).body.error.code, 'quota_exceeded');
    const ping = expectStatus(await api.call('POST', `/webhook_endpoints/${first.id}/test`, { key }), 201).body;
    const gone = expectStatus(await api.call('DELETE', `/webhook_endpoints/${first.id}`, { key }), 200).body;
    assert.deepEqual(gone, { object: 'webhook_endpoint', id: first.id, livemode: false, deleted: true });
    for (const [method, path, json] of [
      ['GET', `/webhook_endpoints/${first.id}`],
      ['PATCH', `/webhook_endpoints/${first.id}`, { enabled: true }],
      ['DELETE', `/webhook_endpoints/${first.id}`],
      ['POST', `/webhook_endpoints/${first.id}/rotate_secret`],
      ['POST', `/webhook_endpoints/${first.id}/test`],
      ['GET', `/webhook_endpoints/${first.id}/deliveries`],
      ['POST', `/webhook_deliveries/${ping.id}/retry`],
    ] as const) {
      assert.equal(expectStatus(await api.call(method, path, { key, json }), 404).body.error.code, 'not_found', path);
    }
    const listed = expectStatus(await api.call('GET', '/webhook_endpoints', { key }), 200).body.data as {
      id: string;
    }[];
    assert.deepEqual(listed.map(({ id }) => id).toSorted(), others.map(({ id }) => id).toSorted());
    const feed = expectStatus(await api.call('GET', '/events', { key }), 200).body.data as { id: string }[];
    assert.deepEqual(
      feed.map(({ id }) => id),
      [ping.event],
    );
    await create();
  });

  it('of the other mode is not found', async () => {
    const { id } = await create();
    const ping = expectStatus(await api.call('POST', `/webhook_endpoints/${id}/test`, { key }), 201).body;
    for (const [method, path, json] of [
      ['PATCH', `/webhook_endpoints/${id}`, { enabled: false }],
      ['DELETE', `/webhook_endpoints/${id}`],
      ['POST', `/webhook_endpoints/${id}/rotate_secret`],
      ['POST', `/webhook_endpoints/${id}/test`],
      ['POST', `/webhook_deliveries/${ping.id}/retry`],
    ] as const) {
      expectStatus(await api.call(method, path, { key: liveKey, json }), 404);
    }
    assert.equal(expectStatus(await read(id), 200).body.enabled, true);
  });

  it('is sent a ping of its own, whatever its filter and even if it is disabled', async () => {
    const { id } = await create({ events: ['report.failed'], enabled: false });
    const bystander = await create();
    const ping = expectStatus(await api.call('POST', `/webhook_endpoints/${id}/test`, { key }), 201).body;
    assert.deepEqual(ping, {
      object: 'webhook_delivery',
      id: ping.id,
      livemode: false,
      endpoint: id,
      event: ping.event,
      event_type: 'ping',
      status: 'pending',
      attempts: 0,
      next_attempt_at: ping.created_at,
      last_attempt: null,
      created_at: ping.created_at,
    });
    assert.deepEqual(await deliveries(id), [ping]);
    assert.deepEqual(await deliveries(bystander.id), []);
    const event = expectStatus(await api.call('GET', `/events/${ping.event}`, { key }), 200).body;
    const endpoint = expectStatus(await read(id), 200).body;
    assert.deepEqual([event.type, event.project], ['ping', null]);
    assert.deepEqual(event.data, { object: endpoint, previous_status: null });
  });

  it('that is disabled takes no retry', async () => {
    const { id } = await create();
    const ping = expectStatus(await api.call('POST', `/webhook_endpoints/${id}/test`, { key }), 201).body;
    expectStatus(await patch(id, { enabled: false }), 200);
    const retry = () => api.call('POST', `/webhook_deliveries/${ping.id}/retry`, { key });
    const { error } = expectStatus(await retry(), 422).body;
    assert.deepEqual(
      [error.code, error.errors],
      ['validation_failed', [{ param: 'enabled', code: 'endpoint_disabled' }]],
    );
    expectStatus(await patch(id, { enabled: true }), 200);
    const retried = expectStatus(await retry(), 200).body;
    assert.equal(retried.status, 'pending');
    assert.ok(retried.next_attempt_at > ping.next_attempt_at);
  });

  it('that is disabled is given no deliveries, nor those of its time afterwards', async () => {
    const { id } = await create({ enabled: false });
    const projects = [await createReadyProject(api.call, key), await createReadyProject(api.call, key)];
    expectStatus(await api.call('POST', `/projects/${projects[0]!.id}/launch`, { key }), 200);
    expectStatus(await patch(id, { enabled: true }), 200);
    assert.deepEqual(await deliveries(id), []);
    expectStatus(await api.call('POST', `/projects/${projects[1]!.id}/launch`, { key }), 200);
    assert.equal((await deliveries(id)).length, 1);
  });
});
