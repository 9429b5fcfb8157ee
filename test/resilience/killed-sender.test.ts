import assert from 'node:assert/strict';
import { WORKER_STEPS } from './sender-crash-steps.ts';
import { runSenderKills, type Kill } from './sender-kills.ts';

const KILLS: Kill[] = [
  ...WORKER_STEPS.slice(0, 2),
  'event committed by the API',
  ...WORKER_STEPS.slice(2, 4),
  'Temporal',
  ...WORKER_STEPS.slice(4),
  'event committed by the API',
  'any time',
  'Postgres',
  'event committed by the API',
];

describe('kill -9 of who sends webhooks, or of what they need', () => {
  it('loses no event, repeats alike and lets every delivery succeed', async () => {
    const { takeoverMs } = await runSenderKills(KILLS, 3);
    assert.ok(takeoverMs.length > 0, 'a worker died with first attempts in its hands');
  }).timeout(240_000);
});
