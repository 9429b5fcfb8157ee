import type { Operation } from '../operation.ts';

type Tag = Operation['tag'];

/** The groups of operations, in the order of the documentation. */
const TAGS: Record<Tag, string> = {
  Basics: 'Whether a key works, what the account has left, and this document.',
  Projects: `A project is one product of a client. It begins as a draft that costs nothing, is completed bit by bit, and is
    launched once.`,
  Launch:
    'A launch makes a listing for each chosen directory: one product at one directory, on its way to being published.',
  Reports: 'Files for clients: a PDF to forward, or an XLSX with a row for each listing.',
  'Share links': 'A read-only page that shows a client how the listings stand, in your name and colors.',
  Badge:
    'Some directories list a product only while their badge is on its site. One feed serves all that a product needs.',
  Directories: 'The catalog that projects are submitted to. It is the same in both modes.',
  Webhooks: 'Events are posted to your endpoints, signed as Standard Webhooks, and tried again when an endpoint fails.',
  Events: 'The feed of everything that happened in the last 90 days, in order: to poll, or to catch up with.',
  'Test helpers': 'For keys of test mode only: bring a listing, or the account, into the state that a test needs.',
  Logins:
    'The accounts that were made for a product at directories, and the mail that they got. These are credentials.',
};

export const tags = Object.entries(TAGS).map(([name, description]) => ({
  name,
  description: description.replaceAll(/\s+/g, ' '),
}));
