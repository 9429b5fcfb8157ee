/** An API process that dies right after a commit when its parent asks for it. */
import { pino } from 'pino';
import { readConfig } from '../../src/config.ts';
import { openService } from '../../src/main/service.ts';
import { startApi } from '../../src/main/start-api.ts';
import { crashWhenArmed } from './sender-crash-steps.ts';

crashWhenArmed();
process.on('disconnect', () => process.exit(1));
const config = readConfig();
await startApi(config, await openService(config), pino({ level: 'silent' }));
process.send?.('ready');
