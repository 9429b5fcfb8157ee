import { condition, defineSignal, setHandler } from '@temporalio/workflow';

/** Says only that something changed: the workflow reads the database, so order and repetition do not matter. */
const look = defineSignal('look');

/** Counts the looks that were asked for, so that one which comes while the workflow reads is not lost. */
export class Looks {
  #asked = 0;
  #seen = 0;

  constructor() {
    setHandler(look, () => this.ask());
  }

  /** Asks for a look, as the signal does. */
  ask(): void {
    this.#asked++;
  }

  /** Call before reading: what is asked for from now on counts as new. */
  begin(): void {
    this.#seen = this.#asked;
  }

  /** Whether a look was asked for since `begin`. */
  get asked(): boolean {
    return this.#asked !== this.#seen;
  }

  /**
   * Waits for the next look.
   *
   * @param timeoutMs waits no longer than this; for ever when absent
   * @returns false when the time ran out
   */
  async next(timeoutMs?: number): Promise<boolean> {
    const asked = () => this.asked;
    if (timeoutMs === undefined) {
      await condition(asked);
      return true;
    }
    return timeoutMs > 0 ? condition(asked, timeoutMs) : asked();
  }
}
