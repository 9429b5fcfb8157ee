/** `npm run demo`: a launch from end to end on this machine. `--exit` ends it when all is shown; the status says how it went. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { readDevConfig } from '../config.ts';
import { runDemo } from '../demo/run-demo.ts';
import { installTemporalRuntime } from '../temporal/runtime.ts';
import { createLogger } from '../logger.ts';
import { closeOnSignal } from './service.ts';

const FOLDER = fileURLToPath(new URL('../../.local/demo', import.meta.url));
const LOG_FILE = join(FOLDER, 'demo.log');
const INTERRUPTED = 130;

const { values } = parseArgs({ options: { exit: { type: 'boolean', default: false } } });
const dev = readDevConfig();
await mkdir(FOLDER, { recursive: true });
const destination = pino.destination({ dest: LOG_FILE, append: false, sync: true });
const log = createLogger(dev.env.LOG_LEVEL ?? 'info', 'demo', destination);
installTemporalRuntime(log, null);

const stopping = new AbortController();
const status = exitStatus();
closeOnSignal(log, async () => {
  stopping.abort();
  await status;
});
process.exit(await status);

async function exitStatus(): Promise<number> {
  try {
    const allWell = await runDemo({
      folder: FOLDER,
      dev,
      log,
      logFile: LOG_FILE,
      out: process.stdout,
      keepServing: !values.exit,
      signal: stopping.signal,
    });
    return allWell ? 0 : 1;
  } catch (error) {
    if (stopping.signal.aborted) return INTERRUPTED;
    log.fatal({ err: error }, 'the demo failed');
    process.stderr.write(`\n  ${error instanceof Error ? error.message : String(error)}\n  The log: ${LOG_FILE}\n`);
    return 1;
  }
}
