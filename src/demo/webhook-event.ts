import type { ListingStatus } from '../domain/listing-status.ts';
import type { ProjectStatus } from '../domain/project-status.ts';

interface EventOf<Type, Data> {
  id: string;
  type: Type;
  project: string | null;
  data: Data;
}

/** What the demo reads of a `listing.*` event. */
export type ListingEvent = EventOf<
  `listing.${string}`,
  { object: { id: string; status: ListingStatus; directory: { name: string } }; previous_status: ListingStatus }
>;

/** What the demo reads of a `project.*` event. `listings_created` comes with `project.launched`. */
export type ProjectEvent = EventOf<
  `project.${string}`,
  { object: { id: string; status: ProjectStatus }; listings_created?: number }
>;

/** An event as a webhook brings it and as the feed holds it. */
export type WebhookEvent = ListingEvent | ProjectEvent;

export function isListingEvent(event: WebhookEvent): event is ListingEvent {
  return event.type.startsWith('listing.');
}
