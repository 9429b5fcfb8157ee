import assert from 'node:assert/strict';
import { BACKLOG_STATEMENT } from '../../src/operations/backlog-statement.ts';
import { readBacklog } from '../../src/operations/backlog.ts';
import { createReadyProject, expectStatus } from '../support/factories.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { fillTables } from './support/fill-tables.ts';

describe('What waits among 100,000 listings and 100,000 deliveries', () => {
  let api: TestService;

  before(async () => {
    api = await startTestService();
    const key = (await api.newAgency()).keys.test.full;
    const json = { url: 'https://receiver.localhost/', events: ['*'] };
    expectStatus(await api.call('POST', '/webhook_endpoints', { key, json }), 201);
    const { id } = await createReadyProject(api.call, key);
    expectStatus(await api.call('POST', `/projects/${id}/launch`, { key, json: {} }), 200);
  });
  after(() => api.close());

  it('is found by indexes', async () => {
    const { pool } = api.service.db;
    await fillTables(pool, { projects: 1_000, listingsEach: 100, deliveries: 100_000 });
    const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (analyze, format json) ${BACKLOG_STATEMENT.replaceAll('$1', `'${api.clock.now().toISOString()}'`)}`,
    );
    const nodes = nodesOf(rows[0]!['QUERY PLAN'][0].Plan);
    const scanned = nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name']);
    assert.deepEqual(
      scanned.filter((name) => name === 'listing' || name === 'webhook_delivery'),
      [],
    );
    assert.equal((await readBacklog(api.service.db, api.clock)).due, 1_000);
    const read = nodes.map((node) => node['Actual Rows'] * node['Actual Loops']);
    assert(Math.max(...read) <= 20_000, `a part read ${Math.max(...read)} rows`);
  });
});

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: PlanNode[];
}

function nodesOf(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}
