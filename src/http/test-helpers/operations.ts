import { Type } from 'typebox';
import { findListing } from '../../db/finders/listings.ts';
import { ACTION_CODES, LISTING_REASONS, LISTING_STATUSES } from '../../domain/listing-status.ts';
import { TEST_ACCOUNT } from '../../resources/examples/account.ts';
import { SUBMITTED } from '../../resources/examples/listing.ts';
import { AccountSchema } from '../../resources/account.ts';
import { ListingSchema } from '../../resources/listing.ts';
import { component, object, oneOf } from '../../resources/schema-kit.ts';
import { readAccount } from '../../services/accounts/read-account.ts';
import { setTestLaunches as setLaunches } from '../../services/accounts/set-test-launches.ts';
import { advanceListing as advance } from '../../services/listings/advance-listing.ts';
import { operation } from '../operation.ts';

const MAX_TEXT = 2_048;

export const advanceListing = operation({
  id: 'advanceListing',
  method: 'POST',
  path: '/test_helpers/listings/{listing_id}/advance',
  tag: 'Test helpers',
  summary: 'Move a test listing one step on, or to a status; the simulation then leaves it alone',
  description: `Without a body it takes the next step: \`pending\`, \`in_progress\`, \`submitted\`, \`live\`. With \`to\` it makes any move that a listing can
    make. Events and webhooks are sent as in live mode; the simulation then leaves this listing alone.`,
  testModeOnly: true,
  body: component(
    'AdvanceListing',
    object({
      to: Type.Optional(oneOf(LISTING_STATUSES)),
      reason: Type.Optional(oneOf(LISTING_REASONS)),
      live_url: Type.Optional(Type.String({ maxLength: MAX_TEXT, format: 'web-url' })),
      action: Type.Optional(
        object({
          code: oneOf(ACTION_CODES),
          waiting_on: Type.Optional(oneOf(['agency', 'client'])),
          client_message: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_TEXT })),
        }),
      ),
    }),
  ),
  bodyExamples: {
    next_step: {},
    decline: { to: 'not_accepted', reason: 'declined' },
    ask: { to: 'action_required', action: { code: 'confirm_email' } },
  },
  success: {
    status: 200,
    description: 'The listing after the move.',
    schema: ListingSchema,
    example: { ...SUBMITTED, livemode: false },
  },
  errors: ['not_found', 'allowance_exhausted'],
  find: { kind: 'listing', by: ({ db }, { scope }, listingId) => findListing(db, scope, listingId) },
  handle: ({ deps, caller, body, found }) => advance(deps, caller.scope, found.id, body),
});

export const setTestLaunches = operation({
  id: 'setTestLaunches',
  method: 'POST',
  path: '/test_helpers/account/launches',
  tag: 'Test helpers',
  summary: 'Set how many launches test mode has left',
  description:
    'Use it to test what your code does when no launches are left, or to go on when test mode has used its own.',
  testModeOnly: true,
  body: component('SetTestLaunches', object({ available: Type.Integer({ minimum: 0, maximum: 1_000 }) })),
  bodyExamples: { none: { available: 0 }, three: { available: 3 } },
  success: { status: 200, description: 'The account.', schema: AccountSchema, example: TEST_ACCOUNT },
  errors: [],
  async handle({ deps, caller, body }) {
    await setLaunches(deps, caller.scope, body.available);
    return readAccount(deps.db.sql, caller);
  },
});
