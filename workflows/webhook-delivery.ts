import { patched, setCurrentDetails } from '@temporalio/workflow';
import type { DeliveryState } from '../src/services/webhooks/attempt-delivery.ts';
import { database, dispatcher } from './activities.ts';
import { Looks } from './look.ts';

/**
 * Owns a delivery's schedule from the first failed attempt on (specification 6.4): until a 2xx or the 7th failure. A look
 * cuts its waits short: when the endpoint was enabled or deleted, when a retry of the user's succeeded.
 */
export async function webhookDelivery(deliveryId: string): Promise<void> {
  const isDueAtOnce = patched('due-at-once');
  const looks = new Looks();
  for (;;) {
    looks.begin();
    const delivery = await database.readDelivery(deliveryId);
    if (delivery?.status !== 'pending' || delivery.nextAttemptAt === null) return;
    setCurrentDetails(describe(delivery));
    if (await looks.next(waitMs(delivery))) continue;
    const attempt = [deliveryId, delivery.attempts + 1, new Date().toISOString()] as const;
    // So that a worker that dies as it takes up the activity delays what the workflow hears, and not the attempt.
    if (isDueAtOnce && !(await database.makeAttemptDue(...attempt))) continue;
    await dispatcher.attemptDelivery(...attempt);
  }
}

/** Until its next attempt; undefined while it is held. A timer is set even for one that is due. */
function waitMs({ isHeld, nextAttemptAt }: DeliveryState): number | undefined {
  const dueInMs = Date.parse(nextAttemptAt!) - Date.now();
  return isHeld && dueInMs <= 0 ? undefined : Math.max(1, dueInMs);
}

function describe({ eventType, url, attempts, lastError, lastHttpStatus, nextAttemptAt, isHeld }: DeliveryState) {
  const outcome = lastError ?? (lastHttpStatus === null ? 'not made' : `HTTP ${lastHttpStatus}`);
  return [
    `\`${eventType}\` to ${url}: its last attempt ended with **${outcome}**.`,
    `Waits for attempt ${attempts + 1}, due at ${nextAttemptAt}.`,
    ...(isHeld ? ['The endpoint is disabled: the attempt is held until it is enabled again.'] : []),
  ].join('\n\n');
}
