/** The part of a worker that sends webhooks, without Temporal: successes have nothing to tell it. */
import { readConfig } from '../src/config.ts';
import { createLogger } from '../src/logger.ts';
import { openService } from '../src/main/service.ts';
import { createWebhookPoster } from '../src/outbound/webhook-post.ts';
import { startClaimer, type Claimer } from '../src/outbox/claimer.ts';
import { createDispatcher } from '../src/outbox/dispatcher.ts';
import { createRelay } from '../src/outbox/relay.ts';
import { answerSender } from './sender.ts';

const config = readConfig();
const log = createLogger(config.logLevel, 'worker');
const service = await openService(config);
const poster = createWebhookPoster({ policy: service.policy, extraCa: config.outboundCa });
const relay = createRelay({ ...service, publish: () => Promise.resolve(), log });

answerSender(() => {
  const dispatcher = createDispatcher({ ...service, poster, log });
  const claimer: Claimer = startClaimer({
    databaseUrl: config.databaseUrl,
    consumers: { outbox: relay.consume, deliveries: dispatcher.consume },
    log,
  });
  return async () => {
    await dispatcher.drain();
    await claimer.close();
  };
});
