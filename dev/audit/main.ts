/** `npm run audit`: fails on a known weakness of a dependency that accepted.json does not explain. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { judge, type Accepted } from './judge.ts';

const FINDINGS = 1;
const NO_ANSWER = 2;
const MAX_BYTES = 64 * 1024 * 1024;

/** It ends with a status other than zero where there are findings, too. */
function audit(): Promise<string> {
  return new Promise((resolve) => {
    execFile('npm', ['audit', '--json'], { maxBuffer: MAX_BYTES }, (_error, stdout) => resolve(stdout));
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const accepted = JSON.parse(await readFile(new URL('accepted.json', import.meta.url), 'utf8')) as Accepted[];
const answer = parse(await audit());
const verdict = judge(answer, accepted, new Date());
if (!verdict) {
  const { message } = (answer ?? {}) as { message?: string };
  const detail = message ? ` It said: ${message.split(' - ')[0]}.` : '';
  console.error(`The registry answers no audits, so nothing is known of the dependencies.${detail}`);
  process.exitCode = NO_ANSWER;
} else {
  for (const line of verdict.explained) console.log(`explained: ${line}`);
  for (const advisory of verdict.stale) console.log(`no longer found, take it out of accepted.json: ${advisory}`);
  for (const line of verdict.open) console.error(`OPEN: ${line}`);
  console.log(`${verdict.open.length} findings to mend or to explain, ${verdict.explained.length} explained`);
  if (verdict.open.length > 0) process.exitCode = FINDINGS;
}
