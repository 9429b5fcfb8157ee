/** `npm run admin -- <group> <command>`: what operators do. */
import { fileURLToPath } from 'node:url';
import { explainFailure } from '../admin/explain-failure.ts';
import { findClock } from '../admin/find-clock.ts';
import { findInstallation } from '../admin/find-installation.ts';
import { createProgram } from '../admin/program.ts';
import { readAdminConfig } from '../config.ts';

const DEV_FILE = fileURLToPath(new URL('../../.local/dev.json', import.meta.url));

const program = createProgram(async ({ json }, work) => {
  const config = readAdminConfig();
  const installation = await findInstallation({ ...config, devFile: DEV_FILE });
  const clock = await findClock(config);
  // Loaded this late so that help and refusals come at once.
  const { withDatabase } = await import('../admin/with-database.ts');
  const report = await withDatabase(installation, clock, work);
  console.log(json ? JSON.stringify(report.json) : report.text);
});

try {
  await program.parseAsync();
} catch (error) {
  const { exitCode, sentence } = explainFailure(error);
  if (sentence !== null) console.error(sentence);
  process.exitCode = exitCode;
}
