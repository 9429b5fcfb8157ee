import assert from 'node:assert/strict';
import { Registry } from 'prom-client';
import { addBacklogMetrics } from '../../src/operations/backlog-metrics.ts';
import { readBacklog, type Backlog } from '../../src/operations/backlog.ts';
import type { Agency } from '../../src/main/agency.ts';
import { createReadyProject, expectStatus } from '../support/factories.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { parseExposition } from './support/exposition.ts';

const MINUTE_MS = 60_000;

describe('What waits', () => {
  let api: TestService;
  let agency: Agency;
  const backlog = () => readBacklog(api.service.db, api.clock);

  before(async () => {
    api = await startTestService();
    agency = await api.newAgency();
  });
  after(() => api.close());

  async function launch(key: string): Promise<string> {
    const { id } = await createReadyProject(api.call, key);
    expectStatus(await api.call('POST', `/projects/${id}/launch`, { key, json: {} }), 200);
    return id;
  }

  it('is nothing in an idle service', async () => {
    const { rows } = await api.service.db.pool.query('delete from outbox');
    assert.deepEqual(rows, []);
    const nothing = await backlog();
    assert.deepEqual(
      Object.values(nothing).filter((value) => value !== 0),
      [],
    );
  });

  it('is told with its age: deliveries to healthy endpoints apart from those to failing ones, messages, listings', async () => {
    const { call, clock, service } = api;
    const key = agency.keys.test.full;
    const endpoints: string[] = [];
    for (const path of ['healthy', 'failing', 'disabled']) {
      const json = { url: `https://receiver.localhost/${path}`, events: ['*'] };
      endpoints.push(expectStatus(await call('POST', '/webhook_endpoints', { key, json }), 201).body.id as string);
    }
    const [, failing, disabled] = endpoints;
    await service.db.pool.query('update webhook_endpoint set failing_since = $2 where id = $1', [failing, clock.now()]);
    const projectId = await launch(key);
    expectStatus(await call('PATCH', `/webhook_endpoints/${disabled}`, { key, json: { enabled: false } }), 200);
    clock.advance(5 * MINUTE_MS);

    const now = await backlog();
    assert(now.due > 0);
    assert.equal(now.failing_due, now.due);
    assert.equal(Math.floor(now.due_oldest_seconds), 300);
    assert.equal(Math.floor(now.failing_due_oldest_seconds), 300);
    assert.equal(now.queued, 100);
    assert.equal(Math.floor(now.queued_oldest_seconds), 300);
    assert.equal(Math.floor(now.grantable_oldest_seconds), 300);
    assert(now.outbox_waiting > 0);
    assert(now.outbox_oldest_seconds > 0 && now.outbox_oldest_seconds < 60);
    assert.equal(now.outbox_failing, 0);

    await service.db.pool.query("update outbox set failures = 2 where target like 'launch/%'");
    await service.db.pool.query('update webhook_delivery set claim = 1 where endpoint_id = $1', [failing]);
    await service.db.pool.query("update project set hold_reason = 'review' where id = $1", [projectId]);
    const later = await backlog();
    assert.equal(later.outbox_failing, 1);
    assert.deepEqual([later.failing_due, later.in_flight], [0, now.failing_due]);
    assert.deepEqual([Math.floor(later.queued_oldest_seconds), later.grantable_oldest_seconds], [300, 0]);
  });

  it('says why live listings wait for an operator', async () => {
    const { clock, service } = api;
    await launch(agency.keys.live.full);
    const move = (status: string, count: number, columns = '') =>
      service.db.pool.query(
        `update listing set status = $1, queued_at = null, moved_at = $2 ${columns} where id in (
           select l.id from listing l join directory d on d.id = l.directory_id
           where l.livemode and l.status = 'pending' and d.driver is null order by l.id limit ${count})`,
        [status, clock.now()],
      );
    await move('in_progress', 2);
    await move('submitted', 3);
    await move('action_required', 4, `, action = '{"waiting_on": "agency"}'`);
    const stuck = ({ to_submit, not_answered, action_overdue, driver_late }: Backlog) => ({
      to_submit,
      not_answered,
      action_overdue,
      driver_late,
    });
    assert.deepEqual(stuck(await backlog()), { to_submit: 2, not_answered: 0, action_overdue: 0, driver_late: 0 });
    clock.advance(500 * 24 * 60 * MINUTE_MS);
    assert.deepEqual(stuck(await backlog()), { to_submit: 2, not_answered: 3, action_overdue: 4, driver_late: 0 });
  });

  it('is read at most once in 5 seconds, however often it is scraped; and is absent where it cannot be read', async () => {
    let reads = 0;
    const { db } = api.service;
    const counting = { connect: () => (reads++, db.pool.connect()) } as unknown as typeof db.pool;
    const registry = new Registry();
    const countParked = () => Promise.resolve(3);
    addBacklogMetrics(registry, { db: { pool: counting }, clock: api.clock, countParked });
    for (let time = 0; time < 5; time++) {
      const metrics = parseExposition(await registry.metrics());
      assert.equal(metrics.sum('listings_backlog_readable'), 1);
      assert.equal(metrics.sum('listings_stuck', { reason: 'parked' }), 3);
    }
    assert.equal(reads, 1);

    const broken = new Registry();
    const away = { connect: () => Promise.reject(new Error('away')) } as unknown as typeof db.pool;
    const unanswered = () => Promise.reject(new Error('away'));
    addBacklogMetrics(broken, { db: { pool: away }, clock: api.clock, countParked: unanswered });
    const { samples } = parseExposition(await broken.metrics());
    assert.deepEqual(samples, [{ name: 'listings_backlog_readable', labels: {}, value: 0 }]);
  });
});
