import { CompleteAsyncError, Context } from '@temporalio/activity';
import type { BadgeFinding } from '../src/domain/badge/badge-watch.ts';
import type { HoldReason } from '../src/domain/project-status.ts';
import type { ListingAction, ListingMove } from '../src/domain/listing-status.ts';
import type { PageReading } from '../src/domain/live-proof.ts';
import type { SubmissionOutcome } from '../src/domain/submission.ts';
import type { RetentionSweep } from '../src/domain/retention.ts';
import { readBadge } from '../src/outbound/read-badge.ts';
import type { ImportDeps } from '../src/services/images/import-image.ts';
import {
  readInstalledBadge,
  saveWatchedBadge,
  type InstalledBadge,
  type WatchedReading,
} from '../src/services/badge/watch-badge.ts';
import {
  endAnnouncements,
  readAnnouncements,
  type Announcement,
} from '../src/services/catalog/announce-directories.ts';
import { markProjectsForDirectories } from '../src/services/catalog/mark-projects.ts';
import { endImport, importImage, type ImportEnd } from '../src/services/images/import-image.ts';
import { submitListing } from '../src/services/drivers/submit-listing.ts';
import { takeTurn } from '../src/services/drivers/take-turn.ts';
import { grantSlots, type Grant } from '../src/services/listings/grant-slots.ts';
import { importProof } from '../src/services/listings/attach-proof.ts';
import { moveByOperator } from '../src/services/listings/move-by-operator.ts';
import { moveListing } from '../src/services/listings/move-listing.ts';
import { readLivePage } from '../src/services/listings/read-live-page.ts';
import { readListing, type ListingSnapshot } from '../src/services/listings/read-listing.ts';
import { autoReplace } from '../src/services/projects/auto-replace.ts';
import { autofillProject, endAutofill, readIntake, type Intake } from '../src/services/projects/autofill-project.ts';
import { setHold } from '../src/services/projects/hold-project.ts';
import { buildReport, failReport, type ReportDeps } from '../src/services/reports/build-report.ts';
import { deleteReportFile } from '../src/services/reports/report-files.ts';
import { readReport, type ReportSnapshot } from '../src/services/reports/read-report.ts';
import { readLaunch, type LaunchSummary } from '../src/services/projects/read-launch.ts';
import { sweep } from '../src/services/retention/sweep.ts';
import { makeDirectoriesDue, type DirectoryRatings } from '../src/services/ratings/make-directories-due.ts';
import { rateDue, type RatingDeps, type RatingRound } from '../src/services/ratings/rate-due.ts';
import {
  disableFailingEndpoint,
  markEndpointWarned,
  readEndpointHealth,
  type EndpointHealth,
} from '../src/services/webhooks/endpoint-health.ts';
import { mailEndpointOwner, type OwnerMail, type OwnerMailDeps } from '../src/services/webhooks/mail-endpoint-owner.ts';
import { makeAttemptDue, readDelivery, type DeliveryState } from '../src/services/webhooks/attempt-delivery.ts';
import { endReplay } from '../src/services/webhooks/cancel-replay.ts';
import { replayBatch, type ReplayBatch } from '../src/services/webhooks/replay-batch.ts';

export interface ActivityDeps extends ImportDeps, RatingDeps, OwnerMailDeps, ReportDeps {
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

    reportOutcome: (listingId: string, outcome: ListingMove, at: string): Promise<void> =>
      moveByOperator(deps, listingId, 'reportOutcome', outcome, new Date(at)),

    askAgency: (listingId: string, action: ListingAction, at: string): Promise<void> =>
      moveByOperator(deps, listingId, 'askAgency', { to: 'action_required', action }, new Date(at)),

    settleAction: (listingId: string, at: string): Promise<void> =>
      moveByOperator(deps, listingId, 'settleAction', { to: 'in_progress' }, new Date(at)),

    correctListing: (listingId: string, correction: ListingMove, at: string): Promise<void> =>
      moveByOperator(deps, listingId, 'correct', correction, new Date(at)),

    readLivePage: (url: string): Promise<PageReading> => readLivePage(deps.fetch, url),

    importProof: (listingId: string, url: string): Promise<void> => importProof(deps, listingId, url),

    takeTurn: (listingId: string, at: string): Promise<boolean> => takeTurn(deps.db.sql, listingId, new Date(at)),

    readInstalledBadge: (projectId: string): Promise<InstalledBadge | null> =>
      readInstalledBadge(deps.db.sql, projectId),

    readBadge: (url: string, projectId: string): Promise<BadgeFinding> => readBadge(deps.fetch, url, projectId),

    saveWatchedBadge: (projectId: string, watched: InstalledBadge, reading: WatchedReading): Promise<void> =>
      saveWatchedBadge(deps, projectId, watched, reading),

    submitListing: (listingId: string, version: number): Promise<SubmissionOutcome> =>
      submitListing(deps, listingId, version),

    grantSlots: (scope: { account_id: string; livemode: boolean }, at: string): Promise<Grant> =>
      grantSlots(deps, scope, new Date(at)),

    setHold: (projectId: string, reason: HoldReason | null, at: string): Promise<void> =>
      setHold(deps, projectId, reason, new Date(at)),

    autoReplace: (projectId: string, at: string): Promise<number> => autoReplace(deps, projectId, new Date(at)),

    readAnnouncements: (): Promise<Announcement[]> => readAnnouncements(deps.db.sql),

    markProjectsForDirectories: (directoryIds: string[], after: string | null, at: string): Promise<string | null> =>
      markProjectsForDirectories(deps, directoryIds, after, new Date(at)),

    endAnnouncements: (announcements: Announcement[]): Promise<void> => endAnnouncements(deps.db.sql, announcements),

    readLaunch: (projectId: string): Promise<LaunchSummary> => readLaunch(deps.db.sql, projectId),

    readIntake: (projectId: string): Promise<Intake> => readIntake(deps, projectId),

    autofillProject: (projectId: string, url: string): Promise<void> => autofillProject(deps, projectId, url),

    endAutofill: (projectId: string, url: string): Promise<void> => endAutofill(deps, projectId, url),

    importImage: (imageId: string): Promise<ImportEnd | null> => importImage(deps, imageId),

    endImport: (imageId: string): Promise<ImportEnd | null> => endImport(deps, imageId),

    /** Deletes what was kept long enough at a time (ISO 8601), and says how many. */
    sweep: (name: RetentionSweep, at: string): Promise<number> =>
      sweep(deps, name, new Date(at), (deleted) => Context.current().heartbeat(deleted)),

    /** Of projects and directories: running workflows know it by the name that it had before there were directories. */
    rateDueProjects: (at: string): Promise<RatingRound> => rateDue(deps, new Date(at)),

    makeDirectoriesDue: (at: string): Promise<DirectoryRatings> => makeDirectoriesDue(deps, new Date(at)),

    readReport: (reportId: string): Promise<ReportSnapshot | null> => readReport(deps.db.sql, reportId),

    buildReport: (reportId: string): Promise<boolean> => withHeartbeats(() => buildReport(deps, reportId)),

    failReport: (reportId: string): Promise<boolean> => failReport(deps, reportId),

    deleteReportFile: (reportId: string, at: string): Promise<void> =>
      withHeartbeats(() => deleteReportFile(deps, reportId, new Date(at))),

    readDelivery: (deliveryId: string): Promise<DeliveryState | null> => readDelivery(deps.db, deliveryId),

    readEndpointHealth: (endpointId: string): Promise<EndpointHealth | null> =>
      readEndpointHealth(deps.db.sql, endpointId),

    markEndpointWarned: (endpointId: string, failingSince: string, at: string): Promise<void> =>
      markEndpointWarned(deps.db.sql, endpointId, new Date(failingSince), new Date(at)),

    disableFailingEndpoint: (endpointId: string, failingSince: string, at: string): Promise<boolean> =>
      disableFailingEndpoint(deps, endpointId, new Date(failingSince), new Date(at)),

    mailEndpointOwner: (mail: OwnerMail, endpointId: string, failingSince: string): Promise<string | null> =>
      mailEndpointOwner(deps, mail, endpointId, new Date(failingSince)),

    replayBatch: (replayId: string, at: string): Promise<ReplayBatch | null> =>
      replayBatch(deps, replayId, new Date(at)),

    endCancelledReplay: async (replayId: string, at: string): Promise<void> => {
      await endReplay(deps.db.sql, replayId, 'cancelled', new Date(at));
    },

    /** Has the dispatcher send an attempt. False when there is none to send. */
    makeAttemptDue: (deliveryId: string, attempt: number, at: string): Promise<boolean> =>
      makeAttemptDue(deps, deliveryId, attempt, new Date(at)),

    /** Ends when the outcome of an attempt is recorded: without holding a worker's slot meanwhile. */
    attemptDelivery: async (deliveryId: string, attempt: number, at: string): Promise<void> => {
      const { taskToken } = Context.current().info;
      if (await makeAttemptDue(deps, deliveryId, attempt, new Date(at), taskToken)) throw new CompleteAsyncError();
    },
  };
}

const HEARTBEAT_MS = 4_000;

/** Says now and then that the work goes on, so that it begins elsewhere soon after its process died. */
async function withHeartbeats<T>(work: () => Promise<T>): Promise<T> {
  const context = Context.current();
  const beats = setInterval(() => context.heartbeat(), HEARTBEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(beats);
  }
}

export type Activities = ReturnType<typeof createActivities>;
