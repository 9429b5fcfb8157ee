import { DIRECTORY_IN_LISTING } from './listing.ts';

export const LOGIN = {
  '': 'The account of a product at a directory. It is a credential.',
  project: 'The id of the project.',
  listing: 'The id of the listing that it was made for.',
  ...DIRECTORY_IN_LISTING,
  email: 'The address that it was registered with.',
  username: 'What to log in as.',
  password: 'The password, which all logins of a project share.',
  login_url: 'Where to log in.',
  last_email_at: 'When the last mail came to it.',
};

export const EMAIL = {
  '': 'A mail that the login of a listing received. It is a credential.',
  listing: 'The id of the listing.',
  from: 'Who sent it.',
  to: 'The address of the login.',
  subject: 'Its subject.',
  text: 'Its text.',
  links: 'The addresses that are in it.',
  code: 'A verification code that was found in it; null where there is none.',
  received_at: 'When it came.',
};
