import { EVENT_TYPES, type EventType } from '../../domain/events.ts';
import { EVENT_SCHEMAS } from '../event.ts';
import { COMPONENT_KEYWORD } from '../schema-kit.ts';
import { EVENT_TYPE_DESCRIPTIONS } from './event.ts';

function descriptionsOf(type: EventType): Record<string, string> {
  return {
    '': EVENT_TYPE_DESCRIPTIONS[type],
    id: 'The id of the event, which a delivery names as `webhook-id`.',
    type: 'What happened.',
    created_at: 'When it happened, to the second.',
    project: 'The id of the project that it is about; null for a ping.',
    data: 'What it was about.',
    'data.previous_status': 'The status before; null where none changed.',
    ...(type === 'project.launched' ? { 'data.listings_created': 'How many listings the launch made.' } : {}),
    ...(type === 'project.listings_added' ? { 'data.listings_added': 'How many listings were added.' } : {}),
  };
}

/** Of the events of each type, by the names of their schemas. */
export const EVENT_SCHEMAS_DESCRIPTIONS = Object.fromEntries(
  EVENT_TYPES.map((type) => [
    (EVENT_SCHEMAS[type] as unknown as Record<string, string>)[COMPONENT_KEYWORD]!,
    descriptionsOf(type),
  ]),
);
