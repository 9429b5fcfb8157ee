/** `npm run bench`: what the service costs beside bare baselines, measured in turn on this machine. */
import { measureBlackHole } from './black-hole.ts';
import { measureDrain } from './drain.ts';
import { measureFailing } from './failing.ts';
import { measureFirstAttempt } from './first-attempt.ts';
import { measureGrowth } from './growth.ts';
import { measureLaunch } from './launch.ts';
import { measureListings } from './listings.ts';
import { measureProjects } from './projects.ts';
import { measureReads } from './reads.ts';
import { formatReport, type Figure } from './report.ts';
import { measureReports } from './reports.ts';
import { openSetting, type Setting } from './setting.ts';
import { measureTestEvent } from './test-event.ts';
import { measureWaiting } from './waiting.ts';

/** Some can be told how much to measure: `waiting=10000`. */
const MEASUREMENTS: Record<string, (setting: Setting, count?: number) => Promise<Figure[]>> = {
  reads: measureReads,
  projects: measureProjects,
  'first-attempt': measureFirstAttempt,
  drain: measureDrain,
  'test-event': measureTestEvent,
  'black-hole': measureBlackHole,
  failing: measureFailing,
  listings: measureListings,
  launch: measureLaunch,
  waiting: measureWaiting,
  reports: measureReports,
  growth: measureGrowth,
};

const asked = (process.argv.length > 2 ? process.argv.slice(2) : Object.keys(MEASUREMENTS)).map((argument) => {
  const [name = '', count] = argument.split('=');
  return { name, count: count === undefined ? undefined : Number(count) };
});
const unknown = asked.find(({ name }) => !(name in MEASUREMENTS));
if (unknown) refuse(`There is no "${unknown.name}" to measure; there are ${Object.keys(MEASUREMENTS).join(', ')}.`);
const uncounted = asked.find(({ count }) => count !== undefined && !(Number.isSafeInteger(count) && count > 0));
if (uncounted)
  refuse(`Say how much of ${uncounted.name} to measure by a whole number, as in "${uncounted.name}=1000".`);

const setting = await openSetting();
try {
  const figures: Figure[] = [];
  for (const { name, count } of asked) {
    console.log(`measuring ${name}`);
    figures.push(...(await MEASUREMENTS[name]!(setting, count)));
  }
  console.log(`\n${formatReport(figures, setting.postgresVersion)}`);
} finally {
  await setting.close();
}

function refuse(message: string): never {
  console.error(message);
  process.exit(2);
}
