import { runCrashPoints } from './crash-points.ts';
import type { CrashPoint } from './worker-process.ts';

/** Points spread over a launch: claiming, publishing, granting, moving, sending and recording. */
const POINTS: CrashPoint[] = [
  { at: 1, when: 'after' },
  { at: 3, when: 'before' },
  { at: 10, when: 'after' },
  { at: 25, when: 'before' },
];

describe('a worker killed with -9', () => {
  it('between steps of a launch leads to the same end, each event once', () => runCrashPoints(POINTS)).timeout(240_000);
});
