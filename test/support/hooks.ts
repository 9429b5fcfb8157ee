import { stopTestPostgres } from './postgres.ts';
import { endTemporal } from './temporal-runtime.ts';

/** Runs once after all test files. */
export async function mochaGlobalTeardown(): Promise<void> {
  await stopTestPostgres();
  await endTemporal();
}
