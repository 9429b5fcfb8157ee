import assert from 'node:assert/strict';
import { startClaimer, type Consumer } from '../../src/outbox/claimer.ts';
import { writeOutbox } from '../../src/outbox/record.ts';
import { eventually } from '../support/eventually.ts';
import { silent, startTestService, type TestService } from '../support/service.ts';

/** So that no sweep does what a wake should. */
const SWEEP_MS = 60_000;

describe('a claimer that is closed', () => {
  let api: TestService;

  before(async () => {
    api = await startTestService();
  });
  after(() => api.close());

  it('hands back what it claimed and did not do, and the others hear of it at once', async () => {
    const { pool, sql } = api.service.db;
    const start = (outbox: Consumer) =>
      startClaimer({
        databaseUrl: api.config.databaseUrl,
        consumers: { outbox, deliveries: () => undefined },
        log: silent,
        sweepMs: SWEEP_MS,
      });
    const isClaimed = async () => (await pool.query('select 1 from outbox where claim is not null')).rowCount === 1;
    await writeOutbox(sql, [{ kind: 'wake', target: 'domain-ratings' }]);

    const closing = start(({ id }) => void pool.query('update outbox set claim = $1, claimed_at = now()', [id]));
    await eventually('its claim', isClaimed);
    let calls = 0;
    const other = start(() => calls++);
    await eventually('the first sweep of the other', () => calls === 1);
    await closing.close();
    assert.equal(await isClaimed(), false);
    await eventually('the wake of the other', () => calls === 2, 5_000);
    await other.close();
  });
});
