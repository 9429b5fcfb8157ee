import { Account, AccountMode, ApiKey, HourlyCount, Purchase } from './account.ts';
import { Directory } from './directory.ts';
import { Event, FeedHead } from './event.ts';
import { Listing } from './listing.ts';
import { Claimer, Outbox } from './outbox.ts';
import { Image, Project } from './project.ts';
import { WebhookAttempt, WebhookDelivery, WebhookEndpoint } from './webhook.ts';

export const entities = [
  Account,
  AccountMode,
  Purchase,
  ApiKey,
  HourlyCount,
  Project,
  Image,
  Directory,
  Listing,
  Event,
  FeedHead,
  WebhookEndpoint,
  WebhookDelivery,
  WebhookAttempt,
  Outbox,
  Claimer,
] as const;
