/** What a reader of the document should know before any operation. */
export const INTRODUCTION = `Submit the products of your clients to online directories, and follow each listing until it is live.

## A product's course

1. [Create a project](#operation/createProject) from the address of the product's site. The service reads name, tagline and description there.
2. Complete it: a contact email, a logo and a screenshot are needed.
3. [Launch it](#operation/launchProject): one launch makes up to 100 listings.
4. Follow the listings by webhooks, by the event feed, or by reading them; show your client a report or a share page.

## Authentication

Send your API key as \`Authorization: Bearer <key>\`. A key belongs to one mode: \`svc_live_\` or \`svc_test_\`. Objects of one mode do not
exist for keys of the other. Test mode costs nothing, sends nothing to directories, and moves listings by itself within minutes.

## Errors

Every answer of 4xx and 5xx has the same body. Branch on \`error.code\`, whose list is closed; \`error.doc_url\` leads to the cause and the
cure. Tell us \`error.request_id\` when you ask for help.

## Repeating requests

Operations that make something take an \`Idempotency-Key\`. A repeat with the same key and body within 24 hours gets the first answer,
marked \`Idempotent-Replayed: true\`. After a 429 or 503, wait for the seconds in \`Retry-After\`.

## Lists

Lists take \`limit\` (1 to 100) and \`cursor\`. Send \`next_cursor\` back unchanged for the next page; \`has_more\` says whether there is one.

## Limits

3,600 requests per UTC hour, account and mode; 600 before the first purchase. Every answer to a valid key has \`RateLimit-Limit\`,
\`RateLimit-Remaining\` and \`RateLimit-Reset\`.

## Webhooks

Deliveries are signed as [Standard Webhooks](https://www.standardwebhooks.com) describes. They can come twice and in any order: skip a
\`webhook-id\` that you know, and read the object again where order matters. [\`GET /events\`](#operation/listEvents) has the same events
in order, for 90 days.

## Growth

New fields, event types and values of \`reason\` can appear. Ignore what you do not know.`;
