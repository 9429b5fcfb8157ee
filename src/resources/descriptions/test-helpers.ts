export const ADVANCE_LISTING = {
  '': 'Where a test listing goes. Empty for the next step of its course.',
  to: 'The status to move to. Needed from a status that is an end.',
  reason: 'Why, for a move to `not_accepted` or `cancelled`, where there is a choice.',
  live_url: 'Where it is published, for a move to `live`.',
  action: 'What is asked for, for a move to `action_required`.',
  'action.code': 'What it is.',
  'action.waiting_on': 'Who must act.',
  'action.client_message': 'A text for the client.',
};

export const SET_TEST_LAUNCHES = {
  '': 'How many launches test mode has left.',
  available: 'The new number.',
};
