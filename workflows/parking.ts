import { setCurrentDetails } from '@temporalio/workflow';
import type { Looks } from './look.ts';
import { markStuck } from './mark-stuck.ts';

/** Where a listing waits that cannot go on: nothing ends its workflow. */
export class Parking {
  #isTaken = false;

  get isTaken(): boolean {
    return this.#isTaken;
  }

  /** Shows why a step failed, and waits until the workflow is told to look again. */
  async wait(reason: string, details: string, looks: Looks): Promise<void> {
    this.#isTaken = true;
    markStuck(reason);
    const since = new Date().toISOString();
    setCurrentDetails(`**Stuck** since ${since}: ${reason}\n\nUpdate \`resume\` does again what failed.\n\n${details}`);
    await looks.next();
    this.#isTaken = false;
    markStuck(null);
  }
}
