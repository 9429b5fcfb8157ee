import { Type, type TSchema } from 'typebox';
import { EVENT_TYPES, type EventType } from '../domain/events.ts';
import { ListingSchema } from './listing.ts';
import { LISTING_STATUSES } from '../domain/listing-status.ts';
import { PROJECT_STATUSES } from '../domain/project-status.ts';
import { ProjectSchema } from './project.ts';
import { ReportSchema } from './report.ts';
import { component, id, nullable, object, oneOf, timestamp } from './schema-kit.ts';
import { WebhookEndpointSchema } from './webhook-endpoint.ts';

const count = Type.Integer({ minimum: 1 });

/** What `data` holds for a type (specification 6.1). */
function dataOf(type: EventType): TSchema {
  if (type.startsWith('listing.')) return object({ object: ListingSchema, previous_status: oneOf(LISTING_STATUSES) });
  if (type.startsWith('report.')) return object({ object: ReportSchema, previous_status: oneOf(['building']) });
  switch (type) {
    case 'project.launched':
      return object({ object: ProjectSchema, previous_status: oneOf(['draft']), listings_created: count });
    case 'project.listings_added':
      return object({ object: ProjectSchema, previous_status: Type.Null(), listings_added: count });
    case 'ping':
      return object({ object: WebhookEndpointSchema, previous_status: Type.Null() });
    default:
      return object({ object: ProjectSchema, previous_status: oneOf(PROJECT_STATUSES) });
  }
}

/** The name of a type's schema: `ListingNotAcceptedEvent` for `listing.not_accepted`. */
function nameOf(type: EventType): string {
  const words = `${type}_event`.split(/[._]/);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function schemaOf(type: EventType) {
  const schema = object({
    object: oneOf(['event']),
    id: id('event'),
    type: oneOf([type]),
    created_at: timestamp,
    livemode: Type.Boolean(),
    project: nullable(id('project')),
    data: dataOf(type),
  });
  return component(nameOf(type), schema);
}

/** The event of each type: the payload of its webhook. */
export const EVENT_SCHEMAS = Object.fromEntries(EVENT_TYPES.map((type) => [type, schemaOf(type)]));

/** Specification 2.12. */
export const EventSchema = component(
  'Event',
  Type.Unsafe<{ id: string; type: EventType }>({
    oneOf: Object.values(EVENT_SCHEMAS),
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(EVENT_TYPES.map((type) => [type, `#/components/schemas/${nameOf(type)}`])),
    },
  }),
);
