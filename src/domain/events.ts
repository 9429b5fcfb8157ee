/** Event types, their groups and the filters that name them (specification 6.1 and 6.2). */

export const EVENT_TYPES = [
  'project.launched',
  'project.listings_added',
  'project.in_progress',
  'project.action_required',
  'project.on_hold',
  'project.completed',
  'listing.in_progress',
  'listing.action_required',
  'listing.submitted',
  'listing.live',
  'listing.not_accepted',
  'listing.cancelled',
  'report.ready',
  'report.failed',
  'ping',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

export const EVENT_GROUPS = ['project.*', 'listing.*', 'report.*'] as const;

/** What an endpoint's `events` may hold. */
export const EVENT_FILTERS = ['*', ...EVENT_GROUPS, ...EVENT_TYPES] as const;
export type EventFilter = (typeof EVENT_FILTERS)[number];

/** Whether an endpoint with this filter is sent events of this type. `writeEvents` decides the same in SQL. */
export function matchesFilter(filter: string[], type: EventType): boolean {
  return filter.includes('*') || filter.includes(type) || filter.includes(`${type.split('.')[0]}.*`);
}
