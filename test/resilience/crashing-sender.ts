/** A worker that dies at a step of a webhook's way when its parent asks for it. BUNDLE names the workflow code. */
import { DefaultLogger, Runtime } from '@temporalio/worker';
import { pino } from 'pino';
import { readConfig } from '../../src/config.ts';
import { openService } from '../../src/main/service.ts';
import { startWorker } from '../../src/main/start-worker.ts';
import { crashWhenArmed } from './sender-crash-steps.ts';

crashWhenArmed();
process.on('disconnect', () => process.exit(1));
Runtime.install({ logger: new DefaultLogger('ERROR') });
const config = readConfig();
await startWorker(config, await openService(config), pino({ level: 'silent' }), { codePath: process.env.BUNDLE! });
process.send?.('ready');
