export const ACTION = {
  '': 'What somebody must do before it goes on.',
  code: 'What it is.',
  waiting_on: 'Who must act; `service` once it is done and a free slot is waited for.',
  client_message: 'A text that can be forwarded to the client.',
};

export const DIRECTORY_IN_LISTING = {
  directory: 'The directory, in short.',
  'directory.id': 'Its id.',
  'directory.name': 'Its name.',
  'directory.domain_rating': 'How well it is linked to, from 0 to 100.',
  'directory.logo_url': 'Where its logo is served from.',
};

export const LISTING = {
  '': 'One product at one directory. It keeps its id, whatever becomes of it. Its times are rounded down to the hour.',
  project: 'The id of the product’s project.',
  ...DIRECTORY_IN_LISTING,
  status: 'Where it stands. `not_accepted` and `cancelled` can still be corrected by the service.',
  reason:
    'Why it is `not_accepted` (`declined`, `unavailable`, `removed`) or `cancelled` (`withdrawn`); null otherwise. New values can appear.',
  action: 'What somebody must do, while the status is `action_required`; null otherwise.',
  live_url: 'Where it is published; null until it is, and where the directory gives no address.',
  proof_url: 'A picture of the live listing.',
  submitted_at: 'When the directory had it.',
  live_at: 'When it went live; it stays when the listing is taken down.',
};
