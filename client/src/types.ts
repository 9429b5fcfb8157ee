import type { components } from './schema.ts';

type Schemas = components['schemas'];

export type Account = Schemas['Account'];
export type Badge = Schemas['Badge'];
export type Directory = Schemas['Directory'];
export type Email = Schemas['Email'];
export type Listing = Schemas['Listing'];
export type Login = Schemas['Login'];
export type Project = Schemas['Project'];
export type Readiness = Schemas['Readiness'];
export type Report = Schemas['Report'];
export type ShareLink = Schemas['ShareLink'];
export type WebhookDelivery = Schemas['WebhookDelivery'];
export type WebhookEndpoint = Schemas['WebhookEndpoint'];

/** An event of the feed, which is also the payload of a webhook: `type` tells its `data`. */
export type Event = Schemas['Event'];
export type EventType = Event['type'];
/** The event of one type: `EventOf<'listing.live'>`. */
export type EventOf<Type extends EventType> = Extract<Event, { type: Type }>;

/** The body of every error. */
export type ErrorBody = Schemas['Error'];
/** The closed list of error codes. */
export type ErrorCode = ErrorBody['error']['code'];
/** One wrong parameter of `errors`. */
export type ErrorItem = NonNullable<ErrorBody['error']['errors']>[number];
