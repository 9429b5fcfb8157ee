import { Account, AccountBrand, AccountMode, ApiKey, HourlyCount, Purchase } from './account.ts';
import { Directory, DirectoryPace, DirectorySecret } from './directory.ts';
import { DiscardedAsset } from './discarded-asset.ts';
import { Event, FeedHead } from './event.ts';
import { IdempotencyKey } from './idempotency-key.ts';
import { Listing } from './listing.ts';
import { Email, Login, ProjectPassword } from './login.ts';
import { Claimer, Outbox } from './outbox.ts';
import { Image, Project } from './project.ts';
import { Report } from './report.ts';
import { ShareLink } from './share-link.ts';
import { WebhookAttempt, WebhookDelivery, WebhookEndpoint, WebhookReplay } from './webhook.ts';

export const entities = [
  Account,
  AccountBrand,
  AccountMode,
  Purchase,
  ApiKey,
  HourlyCount,
  IdempotencyKey,
  Project,
  Image,
  DiscardedAsset,
  Directory,
  DirectorySecret,
  DirectoryPace,
  Listing,
  Login,
  ProjectPassword,
  Email,
  Report,
  ShareLink,
  Event,
  FeedHead,
  WebhookEndpoint,
  WebhookDelivery,
  WebhookAttempt,
  WebhookReplay,
  Outbox,
  Claimer,
] as const;
