import {
  allHandlersFinished,
  condition,
  continueAsNew,
  isCancellation,
  setCurrentDetails,
  workflowInfo,
} from '@temporalio/workflow';
import { nextHealthStep } from '../src/domain/endpoint-health.ts';
import type { EndpointHealth } from '../src/services/webhooks/endpoint-health.ts';
import type { OwnerMail } from '../src/services/webhooks/mail-endpoint-owner.ts';
import { database, endpoints, mail } from './activities.ts';
import { attributeOnce } from './attribute.ts';
import { causeOf } from './cause-of.ts';
import { describeDisabled, describeHealth } from './describe-endpoint-health.ts';
import { Looks } from './look.ts';
import { markStuck } from './mark-stuck.ts';

/** A warning that could not be sent. */
export interface UnsentWarning {
  failingSince: string;
  reason: string;
}

/**
 * Looks after a webhook endpoint while it fails: warns its owner, then disables it (specification 6.4, rule 4). It ends when
 * the endpoint does not fail, is disabled or deleted; the next failure starts it again.
 */
export async function endpointHealth(endpointId: string, unsent: UnsentWarning | null = null): Promise<void> {
  const looks = new Looks();
  while (!workflowInfo().continueAsNewSuggested) {
    looks.begin();
    const health = await database.readEndpointHealth(endpointId);
    if (health?.failingSince !== unsent?.failingSince) unsent = null;
    markStuck(unsent && `the owner is not warned: ${unsent.reason}`);
    if (!health) {
      if (looks.asked) continue;
      return;
    }
    attributeOnce(health);
    const failing = { failingSince: new Date(health.failingSince), failedEvents: health.failedEvents };
    const step = nextHealthStep(failing, health.isWarned || unsent !== null, new Date());
    setCurrentDetails(describeHealth(health, step, unsent?.reason ?? null));
    if (step.do === 'wait') await looks.next(step.until.getTime() - Date.now());
    else if (step.do === 'warn') unsent = await warn(endpointId, health);
    else if (await disable(endpointId, health)) return;
  }
  await condition(allHandlersFinished);
  await continueAsNew<typeof endpointHealth>(endpointId, unsent);
}

async function warn(endpointId: string, { failingSince }: EndpointHealth): Promise<UnsentWarning | null> {
  const reason = await mailOwner('warning', endpointId, failingSince);
  if (reason !== null) return { failingSince, reason };
  await database.markEndpointWarned(endpointId, failingSince, new Date().toISOString());
  return null;
}

/** @returns false when there is no longer a reason to */
async function disable(endpointId: string, health: EndpointHealth): Promise<boolean> {
  const { failingSince } = health;
  const at = new Date().toISOString();
  if (!(await endpoints.disableFailingEndpoint(endpointId, failingSince, at))) return false;
  setCurrentDetails(describeDisabled(health, at, 'its owner is being told'));
  const reason = await mailOwner('disabled', endpointId, failingSince);
  markStuck(reason && `the owner is not told: ${reason}`);
  setCurrentDetails(
    describeDisabled(health, at, reason === null ? 'its owner was told' : `its owner was **not** told: ${reason}`),
  );
  return true;
}

/** @returns why the mail was not sent; null when it was, or had become untrue */
async function mailOwner(kind: OwnerMail, endpointId: string, failingSince: string): Promise<string | null> {
  try {
    return await mail.mailEndpointOwner(kind, endpointId, failingSince);
  } catch (error) {
    if (isCancellation(error)) throw error;
    return causeOf(error);
  }
}
