import { CompleteAsyncError, Context } from '@temporalio/activity';
import type { ListingMove } from '../src/domain/listing-status.ts';
import type { ImportDeps } from '../src/services/images/import-image.ts';
import { endImport, importImage, listImports } from '../src/services/images/import-image.ts';
import { grantSlots, type Grant } from '../src/services/listings/grant-slots.ts';
import { moveListing } from '../src/services/listings/move-listing.ts';
import { readListing, type ListingSnapshot } from '../src/services/listings/read-listing.ts';
import { autofillProject, endAutofill } from '../src/services/projects/autofill-project.ts';
import { readLaunch, type LaunchSummary } from '../src/services/projects/read-launch.ts';
import { makeAttemptDue, readDelivery, type DeliveryState } from '../src/services/webhooks/attempt-delivery.ts';

export interface ActivityDeps extends ImportDeps {
  /** How fast test mode moves listings: 1 is the default speed, 10 ten times as fast. */
  simulationPace: number;
}

/** A move of a listing, decided by its workflow on a version of it at a time (ISO 8601). */
export interface DecidedMove {
  listingId: string;
  version: number;
  move: ListingMove;
  at: string;
}

export type ListingReading = ListingSnapshot & { simulationPace: number };

/** The activities: thin, safe to repeat, named after the services that they call. */
export function createActivities(deps: ActivityDeps) {
  return {
    readListing: async (listingId: string): Promise<ListingReading> => ({
      ...(await readListing(deps.db.sql, listingId)),
      simulationPace: deps.simulationPace,
    }),

    moveListing: ({ listingId, version, move, at }: DecidedMove): Promise<boolean> =>
      moveListing(deps, listingId, version, move, new Date(at)),

    grantSlots: (scope: { account_id: string; livemode: boolean }, at: string): Promise<Grant> =>
      grantSlots(deps, scope, new Date(at)),

    readLaunch: (projectId: string): Promise<LaunchSummary> => readLaunch(deps.db.sql, projectId),

    autofillProject: (projectId: string): Promise<void> => autofillProject(deps, projectId),

    endAutofill: (projectId: string): Promise<void> => endAutofill(deps, projectId),

    listImports: (projectId: string): Promise<string[]> => listImports(deps, projectId),

    importImage: (imageId: string): Promise<void> => importImage(deps, imageId),

    endImport: (imageId: string): Promise<void> => endImport(deps, imageId),

    readDelivery: (deliveryId: string): Promise<DeliveryState | null> => readDelivery(deps.db, deliveryId),

    /** Makes an attempt due and ends when its outcome is recorded: without holding a worker's slot meanwhile. */
    attemptDelivery: async (deliveryId: string, attempt: number, at: string): Promise<void> => {
      const { taskToken } = Context.current().info;
      if (await makeAttemptDue(deps, deliveryId, attempt, taskToken, new Date(at))) throw new CompleteAsyncError();
    },
  };
}

export type Activities = ReturnType<typeof createActivities>;
