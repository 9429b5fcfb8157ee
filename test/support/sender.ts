import { startClaimer } from '../../src/outbox/claimer.ts';
import { createDispatcher } from '../../src/outbox/dispatcher.ts';
import { createWebhookPoster, type WebhookPosterSettings } from '../../src/outbound/webhook-post.ts';
import { silent, type TestService } from './service.ts';

/** What sends webhooks, without the rest of a worker: messages to Temporal stay in the outbox. */
export interface Sender {
  close(): Promise<void>;
}

/** @param settings of its way out, such as a resolver of the test's own */
export function startSender({ config, service }: TestService, settings: Partial<WebhookPosterSettings> = {}): Sender {
  const poster = createWebhookPoster({ policy: service.policy, extraCa: config.outboundCa, ...settings });
  const dispatcher = createDispatcher({ ...service, poster, log: silent });
  const claimer = startClaimer({
    databaseUrl: config.databaseUrl,
    consumers: { deliveries: dispatcher.consume, outbox: () => undefined },
    log: silent,
  });
  return {
    async close() {
      await dispatcher.drain();
      await claimer.close();
      await poster.close();
    },
  };
}
