import { ApplicationFailure, defineUpdate, setHandler } from '@temporalio/workflow';
import type { ListingReading } from '../../activities/index.ts';
import {
  afterTry,
  beginSubmission,
  hasTurn,
  resume,
  retryNow,
  withoutTurn,
  withTurn,
  type Submission,
} from '../../src/domain/submission.ts';
import { database, directories } from '../activities.ts';
import { describeSubmission } from '../describe-submission.ts';
import type { Driver, DriverStep } from './driver.ts';
import { operatorDriver } from './operator-driver.ts';

/** Tries the submission now, whatever it waits for. */
export const retrySubmission = defineUpdate<unknown>('retry');

/** Lets a submission that is stuck go on with its schedule. */
export const resumeSubmission = defineUpdate<unknown>('resume');

/** Submits a live listing as its directory's description has it; an operator moves it from then on. */
export class HttpDriver implements Driver {
  readonly #listingId: string;
  readonly #look: () => void;
  #submission: Submission | null;
  #isTrying = false;

  /**
   * @param look asks for the next step anew
   * @param submission what a former run of the workflow came to
   */
  constructor(listingId: string, look: () => void, submission: Submission | null) {
    this.#listingId = listingId;
    this.#look = look;
    this.#submission = submission;
    setHandler(retrySubmission, () => this.#change(retryNow), {
      validator: () => refuse(this.#submission ? this.#refuseDuringTry() : NOT_SUBMITTING),
      description: 'Try the submission now, whether it waits or is stuck. It still takes a turn of its day.',
    });
    setHandler(resumeSubmission, () => this.#change(resume), {
      validator: () => refuse(this.#submission?.stuck ? null : (this.#refuseDuringTry() ?? NOT_STUCK)),
      description:
        'Let a submission that is stuck go on: its next try comes after the wait that is next in the schedule',
    });
  }

  /** What a later run of the workflow goes on with. */
  get submission(): Submission | null {
    return this.#submission;
  }

  /** Takes note of where the listing is: one that is not to be submitted, or anew, has no tries behind it. */
  see({ livemode, driver, status, version }: ListingReading): void {
    if (!livemode || driver !== 'http' || status !== 'in_progress') this.#submission = null;
    else if (this.#submission?.version !== version) this.#submission = beginSubmission(version, now());
  }

  next(reading: ListingReading): DriverStep | null {
    if (!this.#submission || this.#submission.stuck) return null;
    return { dueMs: Date.parse(this.#submission.dueAt), act: () => this.#step(reading) };
  }

  describe(reading: ListingReading): string {
    return this.#submission ? describeSubmission(this.#submission) : operatorDriver.describe(reading);
  }

  async #step(reading: ListingReading): Promise<void> {
    this.#isTrying = true;
    try {
      if (await this.#takeTurn()) await this.#try(reading);
    } finally {
      this.#isTrying = false;
    }
  }

  async #takeTurn(): Promise<boolean> {
    const at = now();
    if (hasTurn(this.#submission!, at)) return true;
    const isGranted = await database.takeTurn(this.#listingId, at);
    this.#submission = isGranted
      ? withTurn(this.#submission!, at)
      : withoutTurn(this.#submission!, this.#listingId, at);
    return isGranted;
  }

  /** The move applies to the version that was submitted: whoever moved the listing meanwhile has the last word. */
  async #try({ version }: ListingReading): Promise<void> {
    const outcome = await directories.submitListing(this.#listingId, version);
    const at = now();
    this.#submission = afterTry(this.#submission!, outcome, at);
    if (outcome.kind !== 'settled') return;
    await database.moveListing({ listingId: this.#listingId, version, move: outcome.move, at });
  }

  #change(change: (submission: Submission, now: string) => Submission): void {
    this.#submission = change(this.#submission!, now());
    this.#look();
  }

  #refuseDuringTry(): string | null {
    return this.#isTrying ? 'A try is under way.' : null;
  }
}

const NOT_SUBMITTING = 'This listing is not being submitted by HTTP now: it is in other hands, or in another status.';
const NOT_STUCK = 'This submission is not stuck: `retry` tries it now.';

function refuse(sentence: string | null): void {
  if (sentence !== null) throw ApplicationFailure.nonRetryable(sentence);
}

function now(): string {
  return new Date().toISOString();
}
