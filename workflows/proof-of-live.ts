import type { ListingReading } from '../activities/index.ts';
import { afterReading, beginProof, readNextMonth, type LiveProof } from '../src/domain/live-proof.ts';
import { pages } from './activities.ts';
import { describeProof } from './describe-proof.ts';
import type { DriverStep } from './drivers/driver.ts';

/** Reads the page of a live listing every month. It moves no listing: that a directory took one down is for an operator. */
export class ProofOfLive {
  readonly #listingId: string;
  #proof: LiveProof | null;

  /** @param proof what a former run of the workflow knew */
  constructor(listingId: string, proof: LiveProof | null) {
    this.#listingId = listingId;
    this.#proof = proof;
  }

  /** What a later run of the workflow goes on with. */
  get proof(): LiveProof | null {
    return this.#proof;
  }

  get stuck(): LiveProof['stuck'] {
    return this.#proof?.stuck ?? null;
  }

  /** Takes note of where the listing is: one that is not live, or without a link, has no page. */
  see({ livemode, status, version, liveUrl, movedAt }: ListingReading): void {
    if (!livemode || status !== 'live' || liveUrl === null) this.#proof = null;
    else if (this.#proof?.version !== version) {
      this.#proof = beginProof({ id: this.#listingId, version }, movedAt, now());
    }
  }

  /** Null where no page is to be read. */
  next({ liveUrl }: ListingReading): DriverStep | null {
    if (!this.#proof || this.#proof.stuck) return null;
    return { dueMs: Date.parse(this.#proof.dueAt), act: () => this.#read(liveUrl!) };
  }

  /** Null where the listing has no page. */
  describe({ liveUrl }: ListingReading): string | null {
    return this.#proof && describeProof(this.#proof, liveUrl!);
  }

  /** An operator found that the page is fine. */
  resume(): void {
    this.#proof = readNextMonth(this.#proof!, this.#listingId, now());
  }

  async #read(url: string): Promise<void> {
    const reading = await pages.readLivePage(url);
    this.#proof = afterReading(this.#proof!, this.#listingId, reading, now());
  }
}

function now(): string {
  return new Date().toISOString();
}
