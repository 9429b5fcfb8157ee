import type { EmailObject } from '../email.ts';
import type { LoginObject } from '../login.ts';
import { IDS } from './ids.ts';
import { PENDING } from './listing.ts';

const ADDRESS = 'acme-tools.k7m2@mail.listings.example';

export const LOGIN: LoginObject = {
  object: 'login',
  livemode: true,
  project: IDS.project,
  listing: IDS.listing,
  directory: PENDING.directory,
  email: ADDRESS,
  username: ADDRESS,
  password: 'correct-horse-battery-staple',
  login_url: 'https://betaboard.example/login',
  created_at: '2026-03-03T10:21:09.004Z',
  last_email_at: '2026-03-03T10:22:31.000Z',
};

export const EMAIL: EmailObject = {
  object: 'email',
  livemode: true,
  listing: IDS.listing,
  from: 'no-reply@betaboard.example',
  to: ADDRESS,
  subject: 'Your BetaBoard code is 402913',
  text: 'Welcome to BetaBoard. Enter 402913, or open https://betaboard.example/confirm/402913.',
  links: ['https://betaboard.example/confirm/402913'],
  code: '402913',
  received_at: '2026-03-03T10:22:31.000Z',
};
