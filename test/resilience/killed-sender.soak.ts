import assert from 'node:assert/strict';
import { WORKER_STEPS } from './sender-crash-steps.ts';
import { runSenderKills, type Kill } from './sender-kills.ts';

const ROUNDS = Number(process.env.SENDER_ROUNDS ?? 20);
const TAKEOVER_MS = 2_000;

/** Ten kills: each step of a worker, and the rest of what can die in turn. */
const round = (number: number): Kill[] => [
  ...WORKER_STEPS,
  'any time',
  'any time',
  'event committed by the API',
  number % 2 === 0 ? 'Temporal' : 'Postgres',
];

describe('kill -9 of who sends webhooks, or of what they need', () => {
  it(`${ROUNDS * round(0).length} times loses no event, and others take over at once`, async () => {
    const kills = Array.from({ length: ROUNDS }, (_, number) => round(number)).flat();
    const { takeoverMs, ...figures } = await runSenderKills(kills, 6);
    const [least, median, most] = [0, Math.floor(takeoverMs.length / 2), -1].map((at) => takeoverMs.at(at));
    console.log(`      ${JSON.stringify(figures)}`);
    console.log(`      ${takeoverMs.length} first attempts sent again after ${least} / ${median} / ${most} ms`);
    assert.ok(takeoverMs.length > ROUNDS, 'workers died with first attempts in their hands');
    assert.ok(most! <= TAKEOVER_MS, `one took ${most} ms`);
  });
});
