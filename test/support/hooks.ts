import { startTestPostgres, stopTestPostgres } from './postgres.ts';
import { endTemporal } from './temporal-runtime.ts';

/** Runs once before all test files, in the process that starts those that run them. */
export const mochaGlobalSetup = startTestPostgres;

/** Runs once after all test files. */
export async function mochaGlobalTeardown(): Promise<void> {
  await stopTestPostgres();
  await endTemporal();
}
