import { readdirSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import type { TemporalServer } from '../../dev/temporal-server.ts';
import { compileCache } from '../support/compile-cache.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startDevServer, startTestStack, type TestStack } from '../support/temporal.ts';
import { projectFile } from './support/read-samples.ts';
import { runGuide } from './support/run-guide.ts';

const FOLDER = 'docs/guides';

describe('the guides for agencies', () => {
  let temporal: TemporalServer;
  let receiver: Receiver;
  let stack: TestStack;

  before(async () => {
    temporal = await startDevServer();
    receiver = await startReceiver();
    stack = await startTestStack(temporal.address, { SIMULATION_PACE: '60', ...receiver.settings });
  });
  after(async () => {
    await stack.close();
    await receiver.close();
    await temporal.stop();
  });

  for (const name of readdirSync(projectFile(FOLDER)).filter((each) => each.endsWith('.md'))) {
    it(`${name}: what is shown is what comes out`, async () => {
      const { accountId, keys } = await stack.newAgency();
      await runGuide(`${FOLDER}/${name}`, {
        devFile: { base_url: `${stack.config.publicUrl}/v1`, keys },
        env: {
          ...compileCache,
          HOME: process.env.HOME,
          PATH: dirname(process.execPath) + delimiter + process.env.PATH,
          DATABASE_URL: stack.config.databaseUrl,
          PUBLIC_URL: stack.config.publicUrl,
          // What a reader has: an address that the service reaches, and the account that the operator made.
          RECEIVER_URL: receiver.url,
          ACCOUNT: accountId,
        },
      });
    });
  }
});
