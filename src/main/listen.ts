/** `npm run listen -- --forward <url>`: what customers' developers use instead of a public webhook endpoint. */
import { CommanderError } from 'commander';
import { systemClock } from '../clock.ts';
import { readListenConfig } from '../config.ts';
import { Refusal } from '../listen/failures.ts';
import { createJsonReporter } from '../listen/json-reporter.ts';
import { listen } from '../listen/listen.ts';
import { createListenProgram } from '../listen/program.ts';
import { createTextReporter } from '../listen/text-reporter.ts';

const FAILED = 1;
const MISUSED = 2;

const stopping = new AbortController();
const stop = () => stopping.abort();
// A second signal ends the process at once.
process.once('SIGINT', stop).once('SIGTERM', stop);
// Whoever read the lines has gone.
process.stdout.on('error', stop);

const print = (line: string) => console.log(line);
const program = createListenProgram(readListenConfig(), (settings, { json }) => {
  const reporter = json ? createJsonReporter(print) : createTextReporter(print);
  return listen(settings, { reporter, clock: systemClock, signal: stopping.signal });
});

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : MISUSED;
  } else {
    console.error(error instanceof Refusal ? error.message : error);
    process.exitCode = FAILED;
  }
}
