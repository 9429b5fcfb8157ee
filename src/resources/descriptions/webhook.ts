const EVENTS = 'Types of events, groups such as `listing.*`, or `*` for all.';
const SETTABLE = {
  description: 'What it is for, in your words.',
  enabled: 'Whether it is sent deliveries.',
};

export const CREATE_WEBHOOK_ENDPOINT = {
  '': 'A new endpoint. It receives the events that happen after its creation.',
  url: 'A public https URL without a user name or password.',
  events: `${EVENTS} Without it, all.`,
  ...SETTABLE,
};

export const UPDATE_WEBHOOK_ENDPOINT = {
  '': 'What changes; what is not sent keeps its value.',
  url: 'A public https URL without a user name or password.',
  events: `${EVENTS} It replaces the whole list.`,
  ...SETTABLE,
  enabled: 'True turns an endpoint on again, also one that was disabled because it failed.',
};

export const WEBHOOK_ENDPOINT = {
  '': 'Where events are posted to. Each mode has its own.',
  url: 'Where events are posted.',
  description: 'What it is for, in your words.',
  events: EVENTS,
  enabled: 'Whether it is sent deliveries. What is due while it is not is held, and sent when it is enabled again.',
  disabled_reason:
    '`requested` by you, or `failing`: no success for 72 hours and 10 failed events. Null while it is enabled.',
  secret:
    'What its deliveries are signed with. It is shown when the endpoint is created and when its secret is rotated, and never again.',
  previous_secret_expires_at: 'Until then, deliveries are signed with the previous secret too.',
  delivery_summary: 'The last 7 days.',
  'delivery_summary.last_attempted_at': 'When an attempt was last made.',
  'delivery_summary.last_http_status': 'What it was answered with; null where there was no answer.',
  'delivery_summary.attempted_7d': 'Attempts that were made.',
  'delivery_summary.succeeded_7d': 'Those that succeeded.',
  updated_at: 'When it last changed.',
};

export const WEBHOOK_DELIVERY = {
  '': 'One event on its way to one endpoint.',
  endpoint: 'The id of the endpoint.',
  event: 'The id of the event, which is also the header `webhook-id`.',
  event_type: 'The type of the event.',
  status: '`pending` until an attempt is answered with a 2xx (`succeeded`) or the seventh fails (`failed`).',
  attempts: 'How many of the 7 attempts were made. Those that you ask for do not count.',
  next_attempt_at: 'When the next attempt is due; null once it has succeeded or failed.',
  last_attempt: 'The latest attempt; null before the first.',
  'last_attempt.attempted_at': 'When it was made.',
  'last_attempt.http_status': 'What it was answered with; null where there was no answer.',
  'last_attempt.duration_ms': 'How long it took, in milliseconds.',
  'last_attempt.error': 'Why it failed where no answer says so; `blocked_address` means that the host is not public.',
};
