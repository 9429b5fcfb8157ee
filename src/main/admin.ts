/** `npm run admin -- <group> <command>`: what operators do to accounts and keys. */
import { fileURLToPath } from 'node:url';
import { explainFailure } from '../admin/explain-failure.ts';
import { findDatabase } from '../admin/find-database.ts';
import { createProgram } from '../admin/program.ts';
import { readAdminConfig } from '../config.ts';

const DEV_FILE = fileURLToPath(new URL('../../.local/dev.json', import.meta.url));

const program = createProgram(async ({ json }, work) => {
  const database = await findDatabase({ ...readAdminConfig(), devFile: DEV_FILE });
  // Loaded this late so that help and refusals come at once.
  const { withDatabase } = await import('../admin/with-database.ts');
  const report = await withDatabase(database, work);
  console.log(json ? JSON.stringify(report.json) : report.text);
});

try {
  await program.parseAsync();
} catch (error) {
  const { exitCode, sentence } = explainFailure(error);
  if (sentence !== null) console.error(sentence);
  process.exitCode = exitCode;
}
