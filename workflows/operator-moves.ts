import type { UpdateDefinition } from '@temporalio/common';
import { ApplicationFailure, defineUpdate, setHandler } from '@temporalio/workflow';
import {
  refuseCorrection,
  refuseOutcome,
  refuseProofSource,
  refuseQuestion,
  type Correction,
  type Outcome,
  type ProofSource,
  type Question,
} from '../src/domain/refuse-input.ts';
import { database, proofs } from './activities.ts';
import { causeOf } from './cause-of.ts';
import type { Looks } from './look.ts';
import { refuse } from './refuse.ts';

/** What the directory of a live listing did. */
export const reportOutcome = defineUpdate<unknown, [Outcome]>('reportOutcome');

/** Asks the agency or its client to do something before the listing can go on. */
export const askAgency = defineUpdate<unknown, [Question]>('askAgency');

/** What was asked for is done. */
export const settleAction = defineUpdate<unknown>('settleAction');

/** Puts right what was said of a listing. */
export const correct = defineUpdate<unknown, [Correction]>('correct');

/** Imports a screenshot of a live listing. */
export const attachProof = defineUpdate<unknown, [ProofSource]>('attachProof');

/**
 * Hears what operators have to say of a listing. What makes no sense anywhere is refused before it is accepted; whether it
 * fits where the listing stands is for the database to say, which may be ahead of what the workflow read last.
 */
export function handleOperatorMoves(listingId: string, looks: Looks): void {
  hear(reportOutcome, looks, {
    description: 'Report what the directory did, for example {"to": "submitted"}',
    refusal: refuseOutcome,
    act: (outcome) => database.reportOutcome(listingId, outcome, now()),
  });
  hear(askAgency, looks, {
    description:
      'Ask the agency or its client to act: {"code": "confirm_email", "waiting_on": "client", "client_message": "…"}',
    refusal: refuseQuestion,
    act: (question) => database.askAgency(listingId, question, now()),
  });
  hear(settleAction, looks, {
    description: 'Say that the action is done: the listing goes on in the next free slot, before new ones',
    refusal: () => null,
    act: () => database.settleAction(listingId, now()),
  });
  hear(correct, looks, {
    description: 'Put right what was said of a listing that is live or has ended, for example {"to": "pending"}',
    refusal: refuseCorrection,
    act: (correction) => database.correctListing(listingId, correction, now()),
  });
  hear(attachProof, looks, {
    description: 'Show a screenshot of the live listing as its proof: {"url": "https://…"}',
    refusal: refuseProofSource,
    act: ({ url }) => proofs.importProof(listingId, url),
  });
}

interface Hearing<Args extends unknown[]> {
  description: string;
  refusal: (...args: Args) => string | null;
  act: (...args: Args) => Promise<void>;
}

/** What a service refuses is the operator's answer, as what the update itself refuses. */
function hear<Args extends unknown[]>(
  update: UpdateDefinition<unknown, Args>,
  looks: Looks,
  { description, refusal, act }: Hearing<Args>,
): void {
  setHandler(
    update,
    async (...args: Args) => {
      await act(...args).catch((error: unknown) => {
        throw ApplicationFailure.nonRetryable(causeOf(error));
      });
      looks.ask();
    },
    { validator: (...args: Args) => refuse(refusal(...args)), description },
  );
}

function now(): string {
  return new Date().toISOString();
}
