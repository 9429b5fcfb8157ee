import { setCurrentDetails, sleep } from '@temporalio/workflow';
import type { DeliveryState } from '../src/services/webhooks/attempt-delivery.ts';
import { nextAttemptAt } from '../src/domain/webhook-schedule.ts';
import { database, dispatcher } from './activities.ts';

/** Owns a delivery's schedule from the first failed attempt on (specification 6.4): until a 2xx or the 7th failure. */
export async function webhookDelivery(deliveryId: string): Promise<void> {
  for (;;) {
    const delivery = await database.readDelivery(deliveryId);
    if (delivery?.status !== 'pending') return;
    const dueAt = nextDue(delivery);
    if (!dueAt) return;
    setCurrentDetails(describe(delivery, dueAt));
    await sleep(Math.max(1, dueAt.getTime() - Date.now()));
    await dispatcher.attemptDelivery(deliveryId, delivery.attempts + 1, new Date().toISOString());
  }
}

function nextDue({ attempts, lastAttemptedAt }: DeliveryState): Date | null {
  return lastAttemptedAt === null ? new Date() : nextAttemptAt(attempts, new Date(lastAttemptedAt));
}

function describe({ eventType, url, attempts, lastError, lastHttpStatus }: DeliveryState, dueAt: Date): string {
  const outcome = lastError ?? (lastHttpStatus === null ? 'not made' : `HTTP ${lastHttpStatus}`);
  return [
    `\`${eventType}\` to ${url}: attempt ${attempts} ended with **${outcome}**.`,
    `Waits for attempt ${attempts + 1}, due at ${dueAt.toISOString()}.`,
  ].join('\n\n');
}
