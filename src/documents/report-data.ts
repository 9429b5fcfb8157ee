import type { ListingReason, ListingStatus } from '../domain/listing-status.ts';

/** All that a report is made of. It can be handed from process to process. */
export interface ReportData {
  livemode: boolean;
  /** The time that it speaks of. */
  asOf: Date;
  agency: {
    name: string;
    /** A PNG; null where the agency has none. */
    logo: { png: Uint8Array; width: number; height: number } | null;
    /** `#rrggbb`. */
    primaryColor: string;
    accentColor: string;
  };
  project: {
    name: string;
    url: string;
    tagline: string | null;
    /** Null until measured. */
    domainRating: number | null;
  };
  /** The line that the provider of domain ratings asks for; null where there is none. */
  ratingAttribution: string | null;
  /** In the order in which they are shown. */
  listings: ReportListing[];
  /** Null where the report has no logins. */
  logins: ReportLogin[] | null;
}

export interface ReportListing {
  directory: string;
  directoryUrl: string;
  domainRating: number;
  status: ListingStatus;
  reason: ListingReason | null;
  liveUrl: string | null;
  createdAt: Date;
  submittedAt: Date | null;
  liveAt: Date | null;
  /** When the status last changed. */
  movedAt: Date;
}

export interface ReportLogin {
  directory: string;
  email: string;
  username: string;
  password: string;
  loginUrl: string | null;
}
