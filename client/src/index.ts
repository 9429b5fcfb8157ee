export { ApiError, unwrap } from './api-error.ts';
export { createClient, type Client, type ClientOptions } from './create-client.ts';
export { followEvents, type EventPage, type FollowOptions } from './follow-events.ts';
export { listAll, type ListPath } from './list-all.ts';
export type { components, operations, paths } from './schema.ts';
export type * from './types.ts';
export { verifyWebhook, WebhookVerificationError, type VerifyOptions } from './verify-webhook.ts';
