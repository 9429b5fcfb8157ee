import { ACCOUNT, PING } from './account.ts';
import { BADGE, BADGE_RECIPE } from './badge.ts';
import { DIRECTORY, DIRECTORY_CHOICE } from './directory.ts';
import { EVENT } from './event.ts';
import { ACTION, LISTING } from './listing.ts';
import { EMAIL, LOGIN } from './login.ts';
import { CREATE_PROJECT, UPDATE_PROJECT } from './project-input.ts';
import { IMAGE, PROJECT } from './project.ts';
import { READINESS } from './readiness.ts';
import { CREATE_REPORT, CREATE_SHARE_LINK, REPORT, SHARE_LINK } from './report.ts';
import { ADVANCE_LISTING, SET_TEST_LAUNCHES } from './test-helpers.ts';
import { CREATE_WEBHOOK_ENDPOINT, UPDATE_WEBHOOK_ENDPOINT, WEBHOOK_DELIVERY, WEBHOOK_ENDPOINT } from './webhook.ts';
import { EVENT_SCHEMAS_DESCRIPTIONS } from './event-schemas.ts';

/** What a schema (`''`) and its properties are, by their paths, such as `competitors[].name`. */
export type Descriptions = Record<string, string>;

/** What members mean that objects of many kinds have. */
export const COMMON_DESCRIPTIONS: Descriptions = {
  object: 'The kind of this object.',
  id: 'The id of this object. Treat it as an opaque string.',
  livemode: 'Whether it is of live mode; false for test mode. The key decides.',
  created_at: 'When it was created, in UTC.',
};

const page = (of: string): Descriptions => ({
  '': `A page of ${of}.`,
  data: 'The items of this page, in the order of the list.',
  has_more: 'Whether there are items after this page.',
  next_cursor: 'What to send as `cursor` for the next page; null where there is none.',
});

const deletion = (of: string): Descriptions => ({
  '': `A ${of} that was deleted.`,
  id: 'The id that it had.',
  deleted: 'Always true.',
});

/** By the names of the document's schemas. */
export const DESCRIPTIONS: Record<string, Descriptions> = {
  Ping: PING,
  Account: ACCOUNT,
  Project: PROJECT,
  Image: IMAGE,
  Action: ACTION,
  CreateProject: CREATE_PROJECT,
  UpdateProject: UPDATE_PROJECT,
  ProjectList: page('projects'),
  DeletedProject: deletion('draft'),
  ImageSource: { '': 'An image on the web.', url: 'The public address of a PNG, JPEG, GIF or WebP of at most 5 MB.' },
  Readiness: READINESS,
  DirectoryChoice: DIRECTORY_CHOICE,
  Launch: {
    '': 'How a draft is launched.',
    auto_replace:
      'Whether directories are added when a share of the allowance comes free. With `include` it is false unless sent.',
  },
  AddListings: { '': 'What is added to a launched project.' },
  Listing: LISTING,
  ListingList: page('listings'),
  CreateReport: CREATE_REPORT,
  Report: REPORT,
  ShareLink: SHARE_LINK,
  CreateShareLink: CREATE_SHARE_LINK,
  Badge: BADGE,
  BadgeRecipe: BADGE_RECIPE,
  Directory: DIRECTORY,
  DirectoryList: page('directories'),
  WebhookEndpoint: WEBHOOK_ENDPOINT,
  WebhookEndpointList: page('webhook endpoints, their secrets null'),
  CreateWebhookEndpoint: CREATE_WEBHOOK_ENDPOINT,
  UpdateWebhookEndpoint: UPDATE_WEBHOOK_ENDPOINT,
  DeletedWebhookEndpoint: deletion('webhook endpoint'),
  WebhookDelivery: WEBHOOK_DELIVERY,
  WebhookDeliveryList: page('webhook deliveries'),
  Event: EVENT,
  ...EVENT_SCHEMAS_DESCRIPTIONS,
  EventList: {
    ...page('events'),
    next_cursor: 'What to send as `cursor` to go on, or to poll with: it is never null.',
  },
  AdvanceListing: ADVANCE_LISTING,
  SetTestLaunches: SET_TEST_LAUNCHES,
  Login: LOGIN,
  LoginList: page('logins'),
  Email: EMAIL,
  EmailList: page('emails'),
  Error: {
    '': 'What every answer of 4xx and 5xx holds. Branch on `error.code`, never on the message.',
    error: 'What went wrong.',
    'error.code': 'One of a closed list.',
    'error.message': 'What was wrong and what would be right, in one sentence for people.',
    'error.param': 'The parameter at fault, where there is one; of several the first.',
    'error.doc_url': 'Where the code is explained, with its cure.',
    'error.request_id': 'The id of the request, as `X-Request-Id` has it.',
    'error.errors': 'Each thing that is wrong, where there can be several.',
    'error.errors[].param': 'A path such as `competitors[2].url`.',
    'error.errors[].code': 'What is wrong with it.',
    'error.existing': 'The project that is in the way.',
  },
};
