import assert from 'node:assert/strict';
import { access } from 'node:fs/promises';
import { createReadyProject, expectStatus, projectBody } from '../support/factories.ts';
import { openDirectories } from '../support/open-directories.ts';
import { eventually } from '../support/eventually.ts';
import { startSkippingReceiver, type SkippingReceiver } from './support/receiver.ts';
import { startSkippable, type Skippable } from './support/skippable.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** When each attempt starts, in seconds from the first. */
const ATTEMPT_TIMES_S = [0, 1, 6, 36, 156, 516, 1_956].map((minutes) => minutes * 60);

describe('POST /skip', () => {
  let skippable: Skippable;
  let receiver: SkippingReceiver;
  let failing: SkippingReceiver;
  let key: string;

  before(async () => {
    skippable = await startSkippable();
    receiver = await startReceiver(204);
    failing = await startReceiver(500);
  });
  beforeEach(async () => {
    key = (await skippable.newAgency()).keys.test.full;
  });
  after(async () => {
    await skippable.close();
    await receiver.close();
    await failing.close();
  });

  const startReceiver = (status: number | null) =>
    startSkippingReceiver({ receiver: skippable.stack.receiver, now: () => skippable.now(), status });

  async function createEndpoint({ url }: SkippingReceiver, events = ['report.*']): Promise<string> {
    const json = { url, events };
    return expectStatus(await skippable.call('POST', '/webhook_endpoints', { key, json }), 201).body.id as string;
  }

  /** @returns the event's id */
  async function sendPing(endpoint: string): Promise<string> {
    const sent = await skippable.call('POST', `/webhook_endpoints/${endpoint}/test`, { key });
    return expectStatus(sent, 201).body.event as string;
  }

  it('has all 7 attempts of a webhook made at their own times within one skip', async () => {
    const endpoint = await createEndpoint(failing);
    const event = await sendPing(endpoint);
    await skippable.skip('33h');

    const { body } = await skippable.call('GET', `/webhook_endpoints/${endpoint}/deliveries`, { key });
    const [delivery] = body.data;
    assert.deepEqual([delivery.status, delivery.attempts, delivery.next_attempt_at], ['failed', 7, null]);
    const seen = failing.received.filter(({ id }) => id === event).map(({ timestamp }) => timestamp);
    const stored = await attemptTimesMs(delivery.id as string);
    assert.equal(seen.length, 7);
    stored.forEach((ms, index) => {
      const lateMs = ms - stored[0]! - ATTEMPT_TIMES_S[index]! * SECOND_MS;
      assert.ok(lateMs >= 0 && lateMs < 2 * SECOND_MS, `attempt ${index + 1} is ${lateMs} ms late`);
      assert.equal(seen[index], Math.floor(ms / SECOND_MS));
    });
    assert.equal(Date.parse(delivery.last_attempt.attempted_at as string), stored[6]);
    await skippable.call('DELETE', `/webhook_endpoints/${endpoint}`, { key });
  });

  async function attemptTimesMs(delivery: string): Promise<number[]> {
    const rows = await skippable.stack.service.db.sql
      .selectFrom('webhook_attempt')
      .select('attempted_at')
      .where('delivery_id', '=', delivery)
      .orderBy('attempt')
      .execute();
    return rows.map((row) => row.attempted_at.getTime());
  }

  it('ends the overlap of two secrets after 24 hours', async () => {
    const endpoint = await createEndpoint(receiver);
    await skippable.call('POST', `/webhook_endpoints/${endpoint}/rotate_secret`, { key });
    await skippable.skip('23h59m');
    assert.equal(await signaturesOf(await sendPing(endpoint)), 2);
    await skippable.skip('1m');
    assert.equal(await signaturesOf(await sendPing(endpoint)), 1);
  });

  async function signaturesOf(event: string): Promise<number> {
    const isIt = ({ id }: { id: string }) => id === event;
    return (await eventually('the webhook', () => receiver.received.find(isIt))).signatures;
  }

  it('deletes the file of a report after 7 days, and forgets an idempotency key after 1', async () => {
    const project = { key, json: projectBody(), headers: { 'Idempotency-Key': 'once' } };
    const { id } = expectStatus(await skippable.call('POST', '/projects', project), 201).body;
    const json = { format: 'xlsx' };
    const report = expectStatus(await skippable.call('POST', `/projects/${id}/reports`, { key, json }), 201).body;
    await eventually('the report', async () => {
      return (await skippable.call('GET', `/reports/${report.id}`, { key })).body.status === 'ready';
    });
    const repeated = await skippable.call('POST', '/projects', project);
    assert.equal(repeated.body.id, id);
    await skippable.skip('24h');
    assert.equal((await skippable.call('POST', '/projects', project)).status, 409);

    const { rows } = await skippable.stack.service.db.pool.query<{ asset_key: string }>(
      'select asset_key from report where id = $1',
      [report.id],
    );
    const file = `${storageFolder()}/${rows[0]!.asset_key}`;
    assert.equal((await skippable.call('GET', `/reports/${report.id}/file`, { key })).status, 200);
    await access(file);
    await skippable.skip('6d');
    assert.equal((await skippable.call('GET', `/reports/${report.id}/file`, { key })).status, 410);
    await assert.rejects(access(file), { code: 'ENOENT' });
  });

  function storageFolder(): string {
    const { storage } = skippable.stack.config;
    assert.ok('folder' in storage);
    return storage.folder;
  }

  it('makes a cursor expire after 90 days, and sweeps the events that are as old', async () => {
    const endpoint = await createEndpoint(receiver);
    for (const event of [await sendPing(endpoint), await sendPing(endpoint)]) await signaturesOf(event);
    const page = expectStatus(await skippable.call('GET', '/events?limit=1', { key }), 200).body;
    const path = `/events?limit=1&cursor=${page.next_cursor}`;
    await skippable.skip('89d');
    assert.equal((await skippable.call('GET', path, { key })).status, 200);
    await skippable.skip('1d');
    const expired = await skippable.call('GET', path, { key });
    assert.deepEqual([expired.status, expired.body.error.code], [410, 'cursor_expired']);
    const { rows } = await skippable.stack.service.db.pool.query('select 1 from event where id = $1', [
      page.data[0].id,
    ]);
    assert.equal(rows.length, 0);
  });

  it('gives an account its requests of the hour anew', async () => {
    expectStatus(await skippable.call('GET', '/ping', { key }), 200);
    await skippable.stack.service.db.pool.query(
      "update hourly_count set count = 1000000 where subject like 'requests/%'",
    );
    assert.equal((await skippable.call('GET', '/ping', { key })).status, 429);
    await skippable.skip('1h');
    assert.equal((await skippable.call('GET', '/ping', { key })).status, 200);
  });

  it('moves the listings of test mode as time would, and tells of each move when it is made', async () => {
    await createEndpoint(receiver, ['project.completed', 'listing.*']);
    const { id } = await createReadyProject(skippable.call, key);
    const include = (await openDirectories(skippable.stack.service)).slice(0, 3);
    const launched = await skippable.call('POST', `/projects/${id}/launch`, {
      key,
      json: { directories: { include } },
    });
    const { launched_at } = expectStatus(launched, 200).body;
    receiver.received.length = 0;
    await skippable.skip('1d');

    const lateS = receiver.received.map(({ timestamp, createdAt }) => timestamp - createdAt);
    assert.ok(lateS.length >= 4 && lateS.every((late) => late >= 0 && late <= 2), lateS.join());
    const waitedS = receiver.received.map(({ timestamp, answeredAt }) => answeredAt - timestamp);
    assert.ok(
      waitedS.every((waited) => waited >= 0 && waited < 5),
      `the time went on while attempts were made: ${waitedS.join()}`,
    );
    const last = receiver.received.find(({ type }) => type === 'project.completed');
    const tookS = last!.createdAt - Date.parse(launched_at as string) / 1_000;
    assert.ok(tookS > 30 && tookS < 3_600, `${tookS} s`);
  });

  it('does skips that are asked for at once in turn', async () => {
    const before = await skippable.now();
    const answers = await Promise.all([{ by: '2h' }, { by: '3h' }].map((body) => skippable.post('/skip', body)));
    const [first, second] = answers.map(({ body }) => Date.parse(String(body.now)) - before.getTime());
    assert.ok(first! >= 2 * HOUR_MS && first! < 3 * HOUR_MS, `${first}`);
    assert.ok(second! >= 5 * HOUR_MS && second! < 6 * HOUR_MS, `${second}`);
    assert.ok(Number(answers[1]!.body.skipped_ms) < 4 * HOUR_MS);
  });

  it('says what it waits for when its answer is due, keeps the time that has come, and may be asked again', async () => {
    const silent = await startReceiver(null);
    const endpoint = await createEndpoint(silent);
    const before = await skippable.now();
    await sendPing(endpoint);
    const to = new Date(before.getTime() + 2 * HOUR_MS);
    const overdue = await skippable.post('/skip', { to: to.toISOString(), within: '1s' });
    assert.equal(overdue.status, 504);
    assert.deepEqual(overdue.body.waiting_for, [`1 webhook to ${silent.url}`, `what is due until ${to.toISOString()}`]);
    const now = await skippable.now();
    assert.ok(now.getTime() - Date.parse(String(overdue.body.now)) < MINUTE_MS);

    await silent.close();
    const { status, body } = await skippable.post('/skip', { to: to.toISOString() });
    assert.deepEqual([status, body.error], [200, undefined]);
    const beyondMs = Date.parse(String(body.now)) - to.getTime();
    assert.ok(beyondMs >= 0 && beyondMs < MINUTE_MS, `${beyondMs}`);
    const later = await skippable.skip('3h');
    const afterMs = later.getTime() - Date.parse(String(body.now)) - 3 * HOUR_MS;
    assert.ok(afterMs >= 0 && afterMs < MINUTE_MS, `${afterMs}`);
    await skippable.call('DELETE', `/webhook_endpoints/${endpoint}`, { key });
  });

  it('skips to a time, and refuses one that has come', async () => {
    const to = new Date((await skippable.now()).getTime() + DAY_MS).toISOString();
    const { status, body } = await skippable.post('/skip', { to });
    assert.equal(status, 200);
    const beyondMs = Date.parse(String(body.now)) - Date.parse(to);
    assert.ok(beyondMs >= 0 && beyondMs < 10 * SECOND_MS, `${beyondMs}`);
    const again = await skippable.post('/skip', { to });
    assert.equal(again.status, 422);
    assert.match(String(again.body.error), /^`to` must be later than the stack's time, 20/);
  });

  for (const [body, says] of [
    [{}, /^Send \{"by": "33h"\} or/],
    [{ by: '1h', to: '2030-01-01T00:00:00Z' }, /^Send/],
    [['1h'], /^Send/],
    [{ by: 3_600 }, /^Write `by` in days/],
    [{ by: '-1h' }, /^Write `by` in days/],
    [{ by: '30m1h' }, /^Write `by` in days/],
    [{ by: '' }, /^Write `by` in days/],
    [{ by: '0d' }, /more than nothing/],
    [{ by: '367d' }, /366 days at most/],
    [{ by: '1h', within: '2h' }, /^`within` must be from "1s" to "1h"/],
    [{ by: '1h', within: 60 }, /^Write `within` in days/],
    [{ to: '2030-01-01' }, /^Write `to` as a time with its zone/],
    [{ to: '2031-02-30T00:00:00Z' }, /^Write `to` as a time with its zone/],
    [{ to: '2100-01-01T00:00:00Z' }, /366 days at most/],
  ] as const) {
    it(`refuses ${JSON.stringify(body)}, and says what would be right`, async () => {
      const before = await skippable.now();
      const answer = await skippable.post('/skip', body);
      assert.equal(answer.status, 422);
      assert.match(String(answer.body.error), says);
      assert.ok((await skippable.now()).getTime() - before.getTime() < HOUR_MS);
    });
  }
});
