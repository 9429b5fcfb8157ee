import { runCrashPoints } from './crash-points.ts';
import type { CrashPoint } from './worker-process.ts';

const STEPS = 60;

describe('a worker killed with -9', () => {
  it(`before and after each of its first ${STEPS} steps leads to the same end, each event once`, () =>
    runCrashPoints(Array.from({ length: STEPS }, (_, index) => pointsOfStep(index + 1)).flat()));
});

function pointsOfStep(at: number): CrashPoint[] {
  return [
    { at, when: 'before' },
    { at, when: 'after' },
  ];
}
