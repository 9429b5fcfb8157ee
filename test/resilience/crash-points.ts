import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDevServer, workflowBundle } from '../support/temporal.ts';
import { runLaunchWithCrash } from './launch-scenario.ts';
import type { CrashPoint } from './worker-process.ts';

const AT_ONCE = 4;

/** Runs a launch for each crash point, a few at once, each with a database and a namespace of its own. */
export async function runCrashPoints(points: readonly CrashPoint[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'listing-bundle-'));
  const bundle = join(folder, 'workflows.cjs');
  await writeFile(bundle, (await workflowBundle()).code);
  const temporal = await startDevServer();
  const left = [...points.entries()];
  let crashes = 0;
  const takePoints = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [index, point] = next;
      if (await runLaunchWithCrash({ address: temporal.address, bundle }, `crash-${index}`, point)) crashes++;
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, takePoints));
    assert.equal(crashes, points.length, 'every worker came as far as its crash point');
  } finally {
    await temporal.stop();
    await rm(folder, { recursive: true });
  }
}
