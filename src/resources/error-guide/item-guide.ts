import type { ItemCode } from '../../errors.ts';

/** What each code of an item of `errors` means, and what to do about it. */
export const ITEM_GUIDE: Record<ItemCode, { meaning: string; cure: string }> = {
  required: { meaning: 'The parameter is required and was not sent.', cure: 'Send it.' },
  invalid_type: { meaning: 'The value has the wrong JSON type.', cure: 'Send the type that the message names.' },
  invalid_format: {
    meaning: 'The value, or the file, has the wrong format.',
    cure: 'The message shows the form: an id, a date, an address, a kind of image.',
  },
  too_short: { meaning: 'The text is too short.', cure: 'The message says how many characters it takes at least.' },
  too_long: { meaning: 'The text is too long.', cure: 'The message says how many characters it takes at most.' },
  too_small: { meaning: 'The number or the time is too small.', cure: 'The message says what it takes at least.' },
  too_large: {
    meaning: 'The number, the body or the file is too large.',
    cure: 'The message says what it takes at most.',
  },
  too_few: { meaning: 'There are too few items or members.', cure: 'The message says how many it takes at least.' },
  too_many: { meaning: 'There are too many items or members.', cure: 'The message says how many it takes at most.' },
  not_allowed: {
    meaning: 'The value is none of those allowed, or not allowed beside the others.',
    cure: 'The message lists what is allowed. A free product, for example, has no price.',
  },
  duplicate: { meaning: 'A value, or a query parameter, is there twice.', cure: 'Send each once.' },
  not_public: {
    meaning: 'The address is not that of a public site, which live mode demands.',
    cure: 'Use the public address of the site. Test mode takes any.',
  },
  unknown: { meaning: 'The id names nothing that exists.', cure: 'Take ids from the list that they come from.' },
  fixed_after_launch: {
    meaning: 'The field cannot change once the project is launched.',
    cure: 'Leave it out, or send the value that it has.',
  },
  missing: { meaning: 'The project lacks this, and a launch needs it.', cure: 'Add it, then launch.' },
  not_open: {
    meaning: 'The directory is closed, or does not take the project.',
    cure: 'Readiness and the directory itself say what it takes.',
  },
  already_used: { meaning: 'The project has a listing at the directory already.', cure: 'Leave it out.' },
  no_capacity: {
    meaning: 'No slot is free: 100 listings of the account are in progress.',
    cure: 'Try again when one has moved on.',
  },
  endpoint_disabled: {
    meaning: 'The delivery belongs to an endpoint that is disabled.',
    cure: 'Enable the endpoint, then retry the delivery.',
  },
};
