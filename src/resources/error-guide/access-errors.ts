import type { ErrorEntry } from './error-entry.ts';

/** What the key, the account or the hour does not allow. */
export const ACCESS_ERRORS = {
  api_key_missing: {
    meaning: 'The request has no API key.',
    cause: 'The Authorization header is absent, or does not begin with Bearer.',
    cure: 'Send Authorization: Bearer and your key with every request.',
    example: { message: 'Send an API key as `Authorization: Bearer <key>`.' },
  },
  api_key_invalid: {
    meaning: 'The API key is unknown, revoked or expired.',
    cause: 'A key that was cut when it was copied, that was replaced, or that belongs to another installation.',
    cure: 'Check the key with GET /ping; ask the operator for a new one where it was revoked.',
    example: { message: 'The API key is unknown, revoked or expired.' },
  },
  account_suspended: {
    meaning: 'The account is suspended: it can read, but not write.',
    cause: 'The operator suspended the account.',
    cure: 'Ask the operator. GET /account shows the state; reads go on working.',
    example: { message: 'The account is suspended: it can read but not write.' },
  },
  permission_denied: {
    meaning: 'The key may not do this: it is a read-only key.',
    cause: 'A read-only key changed something, or read what holds credentials: logins, emails, a report with logins.',
    cure: 'Use a key with full permissions. GET /ping shows what a key has.',
    example: { message: 'This key is read-only; use a key with full permissions.' },
  },
  test_mode_only: {
    meaning: 'A test helper was called with a live key.',
    cause: 'Test helpers move objects at will, which live objects do not allow.',
    cure: 'Call it with a key of test mode, whose prefix is svc_test_.',
    example: { message: 'Test helpers work in test mode only; use a key of test mode.' },
  },
  rate_limited: {
    meaning: 'There were too many requests this hour, or too many calls to an operation that has a limit of its own.',
    cause:
      'The account made 3,600 requests this UTC hour in this mode (600 before its first purchase); or 10 badge checks of a project, 60 image imports by URL, or reports in quick succession.',
    cure: 'Wait for the seconds in Retry-After, then repeat. Webhooks and the event feed ask for less than reading objects in a loop.',
    example: { message: "The hour's 3600 requests are used up; wait for the next." },
  },
  quota_exceeded: {
    meaning: 'An account that has bought nothing yet has reached what it may try in test mode.',
    cause: 'Before the first purchase there may be 25 projects, 100 new ones a day, and 3 webhook endpoints.',
    cure: 'Delete drafts or endpoints that you no longer need, wait for the next day, or buy launches.',
    example: { message: 'Before the first purchase test mode allows 25 projects and 100 new ones a day.' },
  },
  no_launches_left: {
    meaning: 'A launch needs 1 launch, and the account has none; nothing was spent.',
    cause: 'All purchased launches are used, or test mode has used its own.',
    cure: 'Buy launches. In test mode, set the count with POST /test_helpers/account/launches.',
    example: { message: 'The account has no launches left; a launch needs 1.' },
  },
} as const satisfies Record<string, ErrorEntry>;
