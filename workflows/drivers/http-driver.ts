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

/** Submits a live listing as its directory's description has it; an operator moves it from then on. */
export class HttpDriver implements Driver {
  readonly #listingId: string;
  #submission: Submission | null;
  #isTrying = false;

  /** @param submission what a former run of the workflow came to */
  constructor(listingId: string, submission: Submission | null) {
    this.#listingId = listingId;
    this.#submission = submission;
  }

  /** What a later run of the workflow goes on with. */
  get submission(): Submission | null {
    return this.#submission;
  }

  get stuck(): Submission['stuck'] {
    return this.#submission?.stuck ?? null;
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

  /** A sentence that says why nothing can be tried now, or null. */
  refuseRetry(): string | null {
    return this.#submission ? this.#refuseDuringTry() : NOT_SUBMITTING;
  }

  retryNow(): void {
    this.#submission = retryNow(this.#submission!, now());
  }

  /** A sentence that says what a submission that is not stuck does. */
  refuseResume(): string {
    return this.#refuseDuringTry() ?? (this.#submission ? NOT_STUCK : 'This listing is not stuck.');
  }

  /** Lets one that is stuck go on with its schedule. */
  resume(): void {
    this.#submission = resume(this.#submission!, now());
  }

  #refuseDuringTry(): string | null {
    return this.#isTrying ? 'A try is under way.' : null;
  }
}

const NOT_SUBMITTING = 'This listing is not being submitted by HTTP now: it is in other hands, or in another status.';
const NOT_STUCK = 'This submission is not stuck: `retry` tries it now.';

function now(): string {
  return new Date().toISOString();
}
