export const BADGE = {
  '': 'The badge of a project, and all that is needed to install it.',
  project: 'The id of the project.',
  status: 'As of the last check; `not_checked` until there was one.',
  checked_at: 'When the site was last read for it.',
  feed: 'What the site includes. One feed holds every badge that the product needs.',
  'feed.json_url': 'The badges as JSON: an array `badges` of pieces of HTML.',
  'feed.html_url': 'The same as HTML.',
  recipes: 'Code to install it, for six kinds of sites.',
  check_command: 'A shell command that counts the badge in the page as the server sends it.',
  client_message: 'A text to forward to the client.',
};

export const BADGE_RECIPE = {
  '': 'One way to install the badge. It reads the feed on the server and shows nothing when that fails.',
  platform: 'What kind of site it is for.',
  title: 'Its name, for people.',
  language: 'The language of the code, for highlighting.',
  code: 'What goes into the site.',
};
