/** `npm start`: the whole service on this machine, kept between runs. `--time-skipping`: in memory, its clocks can be moved. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readDevConfig } from '../config.ts';
import { createLogger } from '../logger.ts';
import { authenticate } from '../services/accounts/authenticate.ts';
import { createAgency, type Agency } from './agency.ts';
import { freeLoopbackPort } from '../operations/sdk-metrics.ts';
import { installTemporalRuntime } from '../temporal/runtime.ts';
import { closeOnSignal, type Running } from './service.ts';
import { describeStack, writeStackFile } from './stack-file.ts';
import { startStack, type Stack } from './stack.ts';

const FOLDER = fileURLToPath(new URL('../../.local', import.meta.url));
const DEV_FILE = `${FOLDER}/dev.json`;
const TIME_SKIPPING_FILE = `${FOLDER}/time-skipping.json`;
const LIVE_LAUNCHES = 5;
const USAGE = `npm start                      runs the whole service on this machine and keeps it in .local/
npm start -- --time-skipping   runs it in memory, with clocks that can be moved: docs/time-skipping.md`;

const isTimeSkipping = readArguments();
const dev = readDevConfig();
const log = createLogger(dev.env.LOG_LEVEL ?? 'info', 'dev');
const sdkMetricsPort = await freeLoopbackPort();
installTemporalRuntime(log, sdkMetricsPort);
const say = (message: string) => log.info(message);

const starting = isTimeSkipping ? runTimeSkipping() : runKept();
closeOnSignal(log, async () => (await starting).close());
await starting;

function readArguments(): boolean {
  const options = { 'time-skipping': { type: 'boolean' }, help: { type: 'boolean' } } as const;
  try {
    const { values } = parseArgs({ options });
    if (!values.help) return values['time-skipping'] ?? false;
    console.log(USAGE);
    process.exit(0);
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`);
    process.exit(2);
  }
}

async function runTimeSkipping(): Promise<Running> {
  const { serveTimeSkipping } = await import('./serve-time-skipping.ts');
  const served = await serveTimeSkipping(dev.stackFile ?? TIME_SKIPPING_FILE, { dev, log, say });
  console.log(served.next);
  return served;
}

async function runKept(): Promise<Running> {
  const stack = await startStack({ folder: FOLDER, dev, log, say, sdkMetricsPort });
  const file = await writeDevFile(stack);
  log.info({ base_url: file.base_url, temporal_ui_url: file.temporal_ui_url }, `ready; keys are in ${DEV_FILE}`);
  console.log(nextSteps(file));
  return stack;
}

function nextSteps({ base_url, operations_url, temporal_ui_url }: Awaited<ReturnType<typeof writeDevFile>>): string {
  return `
  The service runs, and what it has is kept in .local/.

  API        ${base_url}
  reference  ${base_url.replace(/v1$/, 'docs')}
  keys       .local/dev.json
  operate    npm run admin -- --help, ${operations_url}/readyz${temporal_ui_url ? `\n  Temporal   ${temporal_ui_url}` : ''}

  docs/guides/quick-start.md goes from here to the first webhook in five minutes. Ctrl-C ends it.
`;
}

/** Writes what scripts need to know, with the keys of the file that is there as long as they work. */
async function writeDevFile(stack: Stack) {
  const keys =
    (await workingKeys(stack.service)) ??
    (
      await createAgency(stack.service, {
        name: 'Development',
        ownerEmail: 'owner@agency.example',
        liveLaunches: LIVE_LAUNCHES,
      })
    ).keys;
  const content = { ...describeStack(stack, keys), temporal_ui_url: stack.temporalUiUrl };
  await writeStackFile(DEV_FILE, content);
  return content;
}

async function workingKeys({ db, clock }: Stack['service']): Promise<Agency['keys'] | null> {
  try {
    const { keys } = JSON.parse(await readFile(DEV_FILE, 'utf8')) as { keys: Agency['keys'] };
    for (const key of [keys.test.full, keys.test.read, keys.live.full, keys.live.read]) {
      await authenticate(db, clock, key);
    }
    return keys;
  } catch {
    return null;
  }
}
