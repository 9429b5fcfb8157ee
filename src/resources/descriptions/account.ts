const STATE = '`setup` before the first purchase, `active` after it, `suspended` while it can read but not write.';

export const PING = {
  '': 'What a key is.',
  ok: 'Always true: a key that does not work gets an error.',
  account: 'Whose key it is.',
  'account.name': 'The name of the account.',
  'account.state': STATE,
  key: 'The key of this request.',
  'key.id': 'The id of the key, which is no secret.',
  'key.permissions': '`full`, or `read` for a key that can neither change anything nor read credentials.',
};

export const ACCOUNT = {
  '': 'The account in the mode of the key: what it may do and what it has left.',
  name: 'The name of the account.',
  state: STATE,
  launches: 'Launches, of which a project takes 1. Test mode begins with 100.',
  'launches.available': 'How many are left.',
  'launches.used': 'How many were used.',
  'launches.total': 'How many there were in all.',
  capacity: 'Listings that are in progress, over all projects. What is above the limit waits in `pending`.',
  'capacity.in_flight': 'How many are in progress now.',
  'capacity.limit': 'How many can be at once.',
  rate_limit: 'The requests of this UTC hour, in this mode.',
  'rate_limit.limit': 'How many there may be.',
  'rate_limit.remaining': 'How many are left, after this one.',
  'rate_limit.resets_at': 'When the count begins anew.',
};
