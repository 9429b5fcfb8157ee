import assert from 'node:assert/strict';
import type { Scope } from '../../src/db/scope.ts';
import type { EventType } from '../../src/domain/events.ts';
import { inTransaction } from '../../src/services/transaction.ts';
import { createReadyProject, expectStatus } from '../support/factories.ts';
import { startTestService, type TestService } from '../support/service.ts';

const DAY_MS = 86_400_000;
const START = Date.parse('2027-03-01T12:00:00.123Z');

const at = (days: number, ms = 0) => new Date(START + days * DAY_MS + ms);

describe('events after 90 days', () => {
  let api: TestService;
  let key: string;
  let scope: Scope;
  let objects: { ping: unknown; 'project.completed': unknown };

  before(async () => {
    api = await startTestService();
  });
  beforeEach(async () => {
    api.clock.stop(at(0));
    const { accountId, keys } = await api.newAgency();
    key = keys.test.full;
    scope = { account_id: accountId, livemode: false };
    const json = { url: 'https://receiver.localhost/', enabled: false };
    const { body: endpoint } = expectStatus(await api.call('POST', '/webhook_endpoints', { key, json }), 201);
    const { id } = await createReadyProject(api.call, key);
    const { body: project } = expectStatus(await api.call('GET', `/projects/${id}`, { key }), 200);
    objects = { ping: { ...endpoint, secret: null }, 'project.completed': project };
  });
  after(() => api.close());

  /** Records an event at a time, and returns its id. */
  async function record(type: EventType & keyof typeof objects, time: Date): Promise<string> {
    const data = { object: objects[type], previous_status: type === 'ping' ? null : 'in_progress' };
    await inTransaction(
      api.service,
      scope,
      (tx) => {
        tx.record({ type, project: null, data });
        return Promise.resolve();
      },
      time,
    );
    const event = await api.service.db.sql
      .selectFrom('event')
      .select('id')
      .where('account_id', '=', scope.account_id)
      .orderBy('position', 'desc')
      .executeTakeFirstOrThrow();
    return event.id;
  }

  const get = (query: string) => api.call('GET', `/events?${query}`, { key });
  const list = async (query = '') => {
    const { data, next_cursor, has_more } = expectStatus(await get(query), 200).body;
    return { ids: data.map(({ id }: { id: string }) => id), cursor: `cursor=${next_cursor}`, has_more };
  };
  const refuses = async (query: string) => {
    const { error } = expectStatus(await get(query), 410).body;
    assert.deepEqual([error.code, error.param], ['cursor_expired', 'cursor']);
  };

  it('are neither listed nor readable, to the millisecond, before anything is deleted', async () => {
    const old = await record('ping', at(0));
    const young = await record('ping', at(1));
    const status = async () => (await api.call('GET', `/events/${old}`, { key })).status;

    api.clock.stop(at(90));
    assert.deepEqual([(await list()).ids, await status()], [[old, young], 200]);
    api.clock.stop(at(90, 1));
    assert.deepEqual([(await list()).ids, await status()], [[young], 404]);
    assert.deepEqual((await list('type=ping')).ids, [young]);
    api.clock.stop(at(91, 1));
    const { ids, has_more } = await list();
    assert.deepEqual([ids, has_more], [[], false]);
    assert.equal((await api.service.db.sql.selectFrom('event').select('id').execute()).length, 2);
  });

  it('refuse a cursor that would go on with them, from the moment that the first has left', async () => {
    await record('ping', at(0));
    const next = await record('ping', at(10));
    const last = await record('ping', at(20));
    api.clock.stop(at(30));
    const { cursor } = await list('limit=1');

    api.clock.stop(at(100));
    const page = await list(`limit=1&${cursor}`);
    assert.deepEqual(page.ids, [next]);
    api.clock.stop(at(100, 1));
    await refuses(cursor);
    await refuses(`limit=0&${cursor}`);
    expectStatus(await get(`odd=1&${cursor}`), 400);
    assert.deepEqual((await list(page.cursor)).ids, [last]);
    assert.deepEqual((await list()).ids, [last]);
  });

  it('leave a cursor good that has been given them all, until 90 days after its issue', async () => {
    await record('ping', at(0));
    api.clock.stop(at(30));
    const { cursor } = await list();
    api.clock.stop(at(119));
    const late = await record('ping', at(119));
    api.clock.stop(at(120));
    assert.deepEqual((await list(cursor)).ids, [late]);
    api.clock.stop(at(120, 1));
    await refuses(cursor);
  });

  it('leave a filtered cursor good while none of them is for it', async () => {
    const [first, second] = [await record('project.completed', at(0)), await record('ping', at(1))];
    const third = await record('project.completed', at(40));
    const type = 'type=project.*';
    api.clock.stop(at(50));
    const going = await list(`${type}&limit=1`);
    assert.deepEqual(going.ids, [first]);
    assert.deepEqual((await list()).ids, [first, second, third]);
    let polling = await list(`${type}&${going.cursor}`);
    assert.deepEqual(polling.ids, [third]);

    api.clock.stop(at(130));
    assert.deepEqual((await list(`${type}&${going.cursor}`)).ids, [third]);
    api.clock.stop(at(130, 1));
    await refuses(`${type}&${going.cursor}`);

    for (const day of [80, 160, 240, 320]) {
      api.clock.stop(at(day));
      await record('ping', at(day));
      polling = await list(`${type}&${polling.cursor}`);
      assert.deepEqual(polling.ids, []);
    }
    const fresh = await record('project.completed', at(321));
    assert.deepEqual((await list(`${type}&${polling.cursor}`)).ids, [fresh]);
  });
});
