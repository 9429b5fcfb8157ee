import { EVENT_GROUPS, type EventFilter } from '../domain/events.ts';

/** Whether an endpoint with these filters would get an event of this type (specification 6.2). */
export function matchesFilters(filters: readonly EventFilter[], type: string): boolean {
  return filters.some((filter) => filter === '*' || filter === type || filter === groupOf(type));
}

/** The narrowest `type` of the feed that holds all that the filters let through, or null where only the whole feed does. */
export function narrowestType(filters: readonly EventFilter[]): string | null {
  const [first, ...rest] = new Set(filters);
  if (first === undefined || first === '*') return null;
  if (rest.length === 0) return first;
  const group = groupOf(first);
  const isCommon = EVENT_GROUPS.some((known) => known === group) && rest.every((filter) => groupOf(filter) === group);
  return isCommon ? group : null;
}

/** The group of a type or of a group: `listing.*`. */
function groupOf(filter: string): string {
  return `${filter.split('.')[0] ?? ''}.*`;
}
