/** `npm run bench`: what the service costs beside bare baselines, measured in turn on this machine. */
import { measureDrain } from './drain.ts';
import { measureFirstAttempt } from './first-attempt.ts';
import { measureProjects } from './projects.ts';
import { measureReads } from './reads.ts';
import { formatReport, type Figure } from './report.ts';
import { openSetting, type Setting } from './setting.ts';

const MEASUREMENTS: Record<string, (setting: Setting) => Promise<Figure[]>> = {
  reads: measureReads,
  projects: measureProjects,
  'first-attempt': measureFirstAttempt,
  drain: measureDrain,
};

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(MEASUREMENTS);
const unknown = names.find((name) => !(name in MEASUREMENTS));
if (unknown !== undefined) {
  console.error(`There is no "${unknown}" to measure; there are ${Object.keys(MEASUREMENTS).join(', ')}.`);
  process.exit(2);
}

const setting = await openSetting();
try {
  const figures: Figure[] = [];
  for (const name of names) {
    console.log(`measuring ${name}`);
    figures.push(...(await MEASUREMENTS[name]!(setting)));
  }
  console.log(`\n${formatReport(figures, setting.postgresVersion)}`);
} finally {
  await setting.close();
}
