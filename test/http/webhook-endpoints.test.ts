import assert from 'node:assert/strict';
import { EVENT_FILTERS } from '../../src/domain/events.ts';
import { createReadyProject, expectStatus } from '../support/factories.ts';
import { startTestService, type TestService } from '../support/service.ts';

const long = (length: number) => {
  const start = 'https://hooks.example.com/';
  return start + 'x'.repeat(length - start.length);
};

describe('webhook endpoints', () => {
  let api: TestService;
  let key: string;

  before(async () => {
    api = await startTestService();
  });
  beforeEach(async () => {
    key = (await api.newAgency()).keys.test.full;
  });
  after(() => api.close());

  const create = (json: unknown) => api.call('POST', '/webhook_endpoints', { key, json });
  const url = 'https://hooks.example.com/in';

  it('show their secret once, in the answer that makes them', async () => {
    const made = expectStatus(await create({ url }), 201).body;
    assert.match(made.secret as string, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.equal(Buffer.from((made.secret as string).slice(6), 'base64').length, 32);
    const read = expectStatus(await api.call('GET', `/webhook_endpoints/${made.id}`, { key }), 200).body;
    assert.deepEqual(read, { ...made, secret: null });
    const { data } = expectStatus(await api.call('GET', '/webhook_endpoints', { key }), 200).body;
    assert.deepEqual(data, [read]);
    const { rows } = await api.service.db.pool.query('select row_to_json(w)::text as row from webhook_endpoint w');
    assert.equal(JSON.stringify(rows).includes((made.secret as string).slice(6, 30)), false);
    assert.notEqual(expectStatus(await create({ url }), 201).body.secret, made.secret);
  });

  it('are made with defaults, or as sent', async () => {
    const { events, description, enabled, disabled_reason } = expectStatus(await create({ url }), 201).body;
    assert.deepEqual([events, description, enabled, disabled_reason], [['*'], null, true, null]);
    const sent = { url, events: ['listing.*', 'ping'], description: 'x'.repeat(200), enabled: false };
    const made = expectStatus(await create(sent), 201).body;
    assert.deepEqual({ ...made, ...sent, disabled_reason: 'requested' }, made);
    assert.equal(expectStatus(await create({ url, description: '' }), 201).body.description, null);
    assert.deepEqual(expectStatus(await create({ url, events: EVENT_FILTERS.slice(0, 20) }), 201).body.events, [
      ...EVENT_FILTERS.slice(0, 20),
    ]);
    assert.equal(expectStatus(await create({ url: long(2_048) }), 201).body.url, long(2_048));
  });

  it('are refused with validation_failed for fields of the wrong form', async () => {
    for (const [fields, param, code] of [
      [{ url: undefined }, 'url', 'required'],
      [{ url: 1 }, 'url', 'invalid_type'],
      [{ url: '' }, 'url', 'invalid_type'],
      [{ url: long(2_049) }, 'url', 'too_long'],
      [{ events: [] }, 'events', 'too_few'],
      [{ events: Array.from({ length: 21 }, () => '*') }, 'events', 'too_many'],
      [{ events: ['listing.*', 'listing'] }, 'events[1]', 'not_allowed'],
      [{ events: ['ping.*'] }, 'events[0]', 'not_allowed'],
      [{ events: ['project.draft'] }, 'events[0]', 'not_allowed'],
      [{ events: [1] }, 'events[0]', 'invalid_type'],
      [{ events: '*' }, 'events', 'invalid_type'],
      [{ description: 'x'.repeat(201) }, 'description', 'too_long'],
      [{ description: 1 }, 'description', 'invalid_type'],
      [{ enabled: 'true' }, 'enabled', 'invalid_type'],
      [{ enabled: null }, 'enabled', 'invalid_type'],
    ] as const) {
      const { error } = expectStatus(await create({ url, ...fields }), 422).body;
      assert.equal(error.code, 'validation_failed');
      assert.deepEqual(error.errors, [{ param, code }]);
    }
    for (const [fields, param] of [
      [{ secret: 'whsec_x' }, 'secret'],
      [{ livemode: true }, 'livemode'],
      [{ id: 'we_x' }, 'id'],
    ] as const) {
      assert.equal(expectStatus(await create({ url, ...fields }), 400).body.error.param, param);
    }
  });

  it('are refused with endpoint_url_invalid when the url is not public https without credentials', async () => {
    for (const bad of [
      'nothing',
      'http://hooks.example.com',
      'ftp://hooks.example.com',
      'https:hooks.example.com',
      'https://',
      'https://user:secret@hooks.example.com',
      'https://user@hooks.example.com',
      'https://localhost',
      'https://intranet/hook',
      'https://a.test',
      'https://a.example',
      'https://a.invalid',
      'https://a.localhost',
      'https://a.internal',
      'https://a.local',
      'https://10.0.0.1',
      'https://8.8.8.8',
      'https://169.254.169.254/latest/meta-data',
      'https://2852039166',
      'https://0xa9fea9fe',
      'https://0251.0376.0251.0376',
      'https://[::1]',
      'https://[::ffff:10.0.0.1]',
      'https://[2606:4700::1111]',
      'https://hooks.example.com\\@evil.test',
      'https://hooks.example.com/a b',
      'https://hooks.example.com.',
      'https://co.uk',
    ]) {
      const { error } = expectStatus(await create({ url: bad }), 422).body;
      assert.deepEqual([error.code, error.param], ['endpoint_url_invalid', 'url'], bad);
    }
    assert.deepEqual((await api.call('GET', '/webhook_endpoints', { key })).body.data, []);
  });

  it('receive the events that their filter names, from their creation on', async () => {
    const early = await createReadyProject(api.call, key);
    const late = await createReadyProject(api.call, key);
    const launch = (id: string) => api.call('POST', `/projects/${id}/launch`, { key });
    expectStatus(await launch(early.id), 200);
    const filters: [events: string[] | undefined, matches: boolean, enabled?: boolean][] = [
      [undefined, true],
      [['*'], true],
      [['project.*'], true],
      [['project.launched'], true],
      [['ping', 'project.launched'], true],
      [['project.*', 'project.launched', '*'], true],
      [['listing.*'], false],
      [['project.in_progress'], false],
      [['ping'], false],
      [['*'], false, false],
    ];
    const made = [];
    for (const [events, matches, enabled = true] of filters) {
      const { body } = expectStatus(await create({ url, events, enabled }), 201);
      made.push({ id: (body as { id: string }).id, matches, events });
    }
    expectStatus(await launch(late.id), 200);
    const [, event] = (await api.call('GET', '/events', { key })).body.data as { id: string }[];
    for (const { id, matches, events } of made) {
      const { data } = expectStatus(await api.call('GET', `/webhook_endpoints/${id}/deliveries`, { key }), 200).body;
      assert.equal(data.length, matches ? 1 : 0, String(events));
      if (!matches) continue;
      const [delivery] = data;
      assert.deepEqual(
        { ...delivery, id: '', created_at: '', next_attempt_at: '' },
        {
          object: 'webhook_delivery',
          id: '',
          livemode: false,
          endpoint: id,
          event: event!.id,
          event_type: 'project.launched',
          status: 'pending',
          attempts: 0,
          next_attempt_at: '',
          last_attempt: null,
          created_at: '',
        },
      );
      assert.equal(delivery.next_attempt_at, delivery.created_at);
      const filtered = async (status: string) =>
        (await api.call('GET', `/webhook_endpoints/${id}/deliveries?status=${status}`, { key })).body.data as unknown[];
      assert.deepEqual([await filtered('pending'), await filtered('succeeded')], [data, []]);
    }
  });

  it('of one mode or account receive nothing of another', async () => {
    const other = await api.newAgency();
    const strange = await api.call('POST', '/webhook_endpoints', { key: other.keys.test.full, json: { url } });
    const { id } = await createReadyProject(api.call, key);
    expectStatus(await api.call('POST', `/projects/${id}/launch`, { key }), 200);
    const path = `/webhook_endpoints/${strange.body.id}/deliveries`;
    assert.deepEqual((await api.call('GET', path, { key: other.keys.test.full })).body.data, []);
  });
});
