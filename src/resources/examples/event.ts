import type { EventType } from '../../domain/events.ts';
import { IDS, TIMES } from './ids.ts';
import { COMPLETED, LAUNCHED, ON_HOLD, UNDER_WAY, WAITING_FOR_CLIENT, WITH_ADDED } from './launched-project.ts';
import { ACTION_REQUIRED, CANCELLED, IN_PROGRESS, LIVE, NOT_ACCEPTED, SUBMITTED } from './listing.ts';
import { FAILED_REPORT, READY_REPORT } from './report.ts';
import { ENDPOINT } from './webhook.ts';

export interface EventExample {
  object: 'event';
  id: string;
  type: EventType;
  created_at: string;
  livemode: true;
  project: string | null;
  data: { object: object; previous_status: string | null };
}

interface Change {
  object: object;
  previous_status: string | null;
  listings_created?: number;
  listings_added?: number;
}

/** In the order in which a product's story could have them. */
const CHANGES: Record<EventType, Change> = {
  'project.launched': { object: LAUNCHED, previous_status: 'draft', listings_created: 86 },
  'project.listings_added': { object: WITH_ADDED, previous_status: null, listings_added: 1 },
  'project.in_progress': { object: UNDER_WAY, previous_status: 'action_required' },
  'project.action_required': { object: WAITING_FOR_CLIENT, previous_status: 'in_progress' },
  'project.on_hold': { object: ON_HOLD, previous_status: 'in_progress' },
  'project.completed': { object: COMPLETED, previous_status: 'in_progress' },
  'listing.in_progress': { object: IN_PROGRESS, previous_status: 'pending' },
  'listing.action_required': { object: ACTION_REQUIRED, previous_status: 'in_progress' },
  'listing.submitted': { object: SUBMITTED, previous_status: 'in_progress' },
  'listing.live': { object: LIVE, previous_status: 'submitted' },
  'listing.not_accepted': { object: NOT_ACCEPTED, previous_status: 'submitted' },
  'listing.cancelled': { object: CANCELLED, previous_status: 'pending' },
  'report.ready': { object: READY_REPORT, previous_status: 'building' },
  'report.failed': { object: FAILED_REPORT, previous_status: 'building' },
  ping: { object: ENDPOINT, previous_status: null },
};

/** An event of each type. */
export const EVENT_EXAMPLES = Object.fromEntries(
  Object.entries(CHANGES).map(([type, data]) => [
    type,
    {
      object: 'event',
      id: IDS.event,
      type,
      created_at: TIMES.liveEvent,
      livemode: true,
      project: type === 'ping' ? null : IDS.project,
      data,
    },
  ]),
) as Record<EventType, EventExample>;
