import type { DirectoryObject } from '../directory.ts';
import type { ListingObject } from '../listing.ts';
import { ASSETS, IDS, TIMES } from './ids.ts';

export const DIRECTORY: DirectoryObject = {
  object: 'directory',
  id: IDS.directory,
  livemode: true,
  name: 'BetaBoard',
  url: 'https://betaboard.example',
  domain_rating: 72,
  logo_url: `${ASSETS}/directories/${IDS.directory}.svg`,
  description: 'New software for small companies, reviewed by hand.',
  accepts: 'b2b',
  categories: ['saas', 'productivity'],
  pricing_models: [],
  requirements: [],
  link: 'dofollow',
  review_days: 3,
  open: true,
};

/** It waits for a free slot. */
export const PENDING: ListingObject = {
  object: 'listing',
  id: IDS.listing,
  livemode: true,
  project: IDS.project,
  directory: {
    id: DIRECTORY.id,
    name: DIRECTORY.name,
    domain_rating: DIRECTORY.domain_rating,
    logo_url: DIRECTORY.logo_url,
  },
  status: 'pending',
  reason: null,
  action: null,
  live_url: null,
  proof_url: null,
  created_at: TIMES.listingCreated,
  submitted_at: null,
  live_at: null,
};

export const IN_PROGRESS: ListingObject = { ...PENDING, status: 'in_progress' };

export const ACTION_REQUIRED: ListingObject = {
  ...PENDING,
  status: 'action_required',
  action: {
    code: 'confirm_email',
    waiting_on: 'client',
    client_message: 'Please click the link in the mail that BetaBoard sent to hello@acme-tools.io.',
  },
};

export const SUBMITTED: ListingObject = { ...PENDING, status: 'submitted', submitted_at: TIMES.submitted };

export const LIVE: ListingObject = {
  ...SUBMITTED,
  status: 'live',
  live_url: 'https://betaboard.example/products/acme-tools',
  proof_url: `${ASSETS}/images/${IDS.screenshot}.png`,
  live_at: TIMES.live,
};

export const NOT_ACCEPTED: ListingObject = { ...SUBMITTED, status: 'not_accepted', reason: 'declined' };

/** The same product at another directory. */
export const PENDING_ELSEWHERE: ListingObject = {
  ...PENDING,
  id: IDS.anotherListing,
  directory: {
    id: IDS.anotherDirectory,
    name: 'Toolshelf',
    domain_rating: 64,
    logo_url: `${ASSETS}/directories/${IDS.anotherDirectory}.svg`,
  },
};

export const CANCELLED: ListingObject = { ...PENDING, status: 'cancelled', reason: 'withdrawn' };
