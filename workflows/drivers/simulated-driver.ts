import type { ListingReading } from '../../activities/index.ts';
import { nextSimulatedStep, type SimulatedStep } from '../../src/domain/simulation.ts';
import { database } from '../activities.ts';
import type { Driver } from './driver.ts';

/** Moves a listing of test mode as its directory's outcome has it, unless a tester moved it. */
export function createSimulatedDriver(listingId: string): Driver {
  return {
    next(reading) {
      const step = stepOf(listingId, reading);
      if (!step) return null;
      return {
        dueMs: Date.parse(reading.movedAt) + step.afterMs,
        act: () =>
          database.moveListing({
            listingId,
            version: reading.version,
            move: step.move,
            at: new Date().toISOString(),
          }),
      };
    },
    describe(reading) {
      if (reading.movedByHand) return 'Waits for its tester, who moves it by the test helper `advance`.';
      const step = stepOf(listingId, reading);
      if (!step) return 'Waits for nothing; a correction would move it on.';
      const due = new Date(Date.parse(reading.movedAt) + step.afterMs).toISOString();
      return `Waits for the simulated directory, which answers at ${due} with \`${step.move.to}\`.`;
    },
  };
}

function stepOf(id: string, reading: ListingReading): SimulatedStep | null {
  if (reading.movedByHand || reading.action?.waiting_on === 'service') return null;
  return nextSimulatedStep(
    {
      id,
      status: reading.status,
      outcome: reading.simulatedOutcome,
      actionSettled: reading.actionSettled,
      liveUrl: `${reading.directoryUrl.replace(/\/$/, '')}/listings/${id.slice(-8).toLowerCase()}`,
    },
    reading.simulationPace,
  );
}
