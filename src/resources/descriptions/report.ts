const FORMAT = '`pdf` is a document to forward, `xlsx` a sheet with a row for each listing.';

export const CREATE_REPORT = {
  '': 'Which report to build.',
  format: FORMAT,
  include_logins:
    'Whether the file holds the logins at directories with their password. It takes a key with full permissions.',
};

export const REPORT = {
  '': 'A file about a project’s listings, as they stood when it was built.',
  project: 'The id of the project.',
  format: FORMAT,
  include_logins: 'Whether the file holds logins and their password.',
  status: '`building` for some seconds, then `ready`, or `failed`: a failed report is not built again.',
  file_name: 'The name of the file, once it is ready.',
  ready_at: 'When it was ready.',
  expires_at: 'Until when the file can be downloaded: 7 days after it was ready.',
};

export const CREATE_SHARE_LINK = {
  '': 'A new share link.',
  expires_at: 'Until when the page is shown, in UTC and in the future; without it, until the link is revoked.',
};

export const SHARE_LINK = {
  '': 'A page for the client of a project. A project has at most one that is active.',
  project: 'The id of the project.',
  url: 'The address of the page. Whoever has it can see the page.',
  expires_at: 'Until when it is shown; null for no end.',
  revoked_at: 'When it was revoked; null while it is active.',
  last_viewed_at: 'When it was last looked at.',
  view_count: 'How often it was looked at. Link previews of messengers do not count.',
};
