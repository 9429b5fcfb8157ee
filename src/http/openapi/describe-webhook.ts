import type { EventType } from '../../domain/events.ts';
import { EVENT_TYPE_DESCRIPTIONS } from '../../resources/descriptions/event.ts';
import { EVENT_EXAMPLES } from '../../resources/examples/event.ts';
import { EVENT_SCHEMAS } from '../../resources/event.ts';
import { json, type Components, type Json } from './components.ts';
import { prose } from './prose.ts';

const RECEIVING = `Answer any 2xx within 10 seconds, before you do the work. Verify the signature over the raw body first, and
  skip a \`webhook-id\` that you have handled already: deliveries can come twice and in another order than the feed's.`;

/** What is posted to endpoints when an event of this type happens (specification 6.3). */
export function describeWebhook(type: EventType, { reference }: Components): Json {
  const example = EVENT_EXAMPLES[type];
  return {
    operationId: `on${pascalCase(type)}`,
    tags: ['Webhooks'],
    summary: `A \`${type}\` event`,
    description: prose(`${EVENT_TYPE_DESCRIPTIONS[type]}\n\n${RECEIVING}`),
    // The signature stands for the key, which is the caller's.
    security: [],
    parameters: signatureHeaders(example.id),
    requestBody: {
      required: true,
      description: 'The event, as the feed shows it.',
      content: json(reference(EVENT_SCHEMAS[type]!), { examples: { [type.replace('.', '_')]: { value: example } } }),
    },
    responses: {
      '2XX': { description: 'The event was received.' },
      default: {
        description: 'Any other answer, or none, is a failed attempt: 7 are made over about 33 hours.',
      },
    },
  };
}

/** `ListingLive` for `listing.live`. */
function pascalCase(type: EventType): string {
  const words = type.split(/[._]/);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function signatureHeaders(eventId: string): Json[] {
  return [
    {
      name: 'webhook-id',
      in: 'header',
      required: true,
      description: 'The id of the event. It is the same for every attempt, so that handled events can be skipped.',
      schema: { type: 'string' },
      example: eventId,
    },
    {
      name: 'webhook-timestamp',
      in: 'header',
      required: true,
      description: 'When this attempt was signed, in Unix seconds. Refuse one that is more than 5 minutes off.',
      schema: { type: 'string', pattern: '^[0-9]+$' },
      example: '1772727704',
    },
    {
      name: 'webhook-signature',
      in: 'header',
      required: true,
      description: prose(`Signatures, separated by spaces, each \`v1,\` and the base64 HMAC-SHA256 of
        \`{webhook-id}.{webhook-timestamp}.{raw body}\` under the secret (its part after \`whsec_\`, base64-decoded). For 24 hours
        after a rotation there are two; accept if one fits.`),
      schema: { type: 'string' },
      example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    },
  ];
}
