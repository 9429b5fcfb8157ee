/** `npm start`: the whole service on this machine, kept between runs. */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readDevConfig } from '../config.ts';
import { createLogger } from '../logger.ts';
import { authenticate } from '../services/accounts/authenticate.ts';
import { createAgency, type Agency } from './agency.ts';
import { freeLoopbackPort } from '../operations/sdk-metrics.ts';
import { installTemporalRuntime } from '../temporal/runtime.ts';
import { closeOnSignal } from './service.ts';
import { startStack, type Stack } from './stack.ts';

const FOLDER = fileURLToPath(new URL('../../.local', import.meta.url));
const DEV_FILE = `${FOLDER}/dev.json`;
const LIVE_LAUNCHES = 5;

const dev = readDevConfig();
const log = createLogger(dev.env.LOG_LEVEL ?? 'info', 'dev');
const sdkMetricsPort = await freeLoopbackPort();
installTemporalRuntime(log, sdkMetricsPort);
const say = (message: string) => log.info(message);

const starting = startStack({ folder: FOLDER, dev, log, say, sdkMetricsPort });
closeOnSignal(log, async () => (await starting).close());
const file = await writeDevFile(await starting);
log.info({ base_url: file.base_url, temporal_ui_url: file.temporal_ui_url }, `ready; keys are in ${DEV_FILE}`);

/** Writes what scripts need to know, with the keys of the file that is there as long as they work. */
async function writeDevFile({ config, service, operations, temporalUiUrl }: Stack) {
  const keys =
    (await workingKeys(service)) ??
    (
      await createAgency(service, {
        name: 'Development',
        ownerEmail: 'owner@agency.example',
        liveLaunches: LIVE_LAUNCHES,
      })
    ).keys;
  const content = {
    base_url: `${config.publicUrl}/v1`,
    operations_url: operations.url,
    inbound_mail: `smtp://${config.inboundMail.host}:${config.inboundMail.port}`,
    temporal_address: config.temporalAddress,
    temporal_namespace: config.temporalNamespace,
    temporal_ui_url: temporalUiUrl,
    database_url: config.databaseUrl,
    keys,
  };
  const draft = `${DEV_FILE}.draft`;
  await writeFile(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, DEV_FILE);
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
