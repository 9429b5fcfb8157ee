/** Object ids (specification 2.1): a type prefix and 22 letters or digits. */

export const ID_PREFIXES = {
  account: 'acc',
  project: 'prj',
  listing: 'lst',
  directory: 'dir',
  image: 'img',
  report: 'rep',
  event: 'evt',
  webhook_endpoint: 'we',
  webhook_delivery: 'wd',
  webhook_replay: 'wr',
  api_key: 'key',
  request: 'req',
} as const;

export type IdKind = keyof typeof ID_PREFIXES;

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const TIME_LETTERS = 8;
const RANDOM_LETTERS = 14;

/** The JSON Schema pattern of an id of this kind. */
export function idPattern(kind: IdKind): string {
  return `^${ID_PREFIXES[kind]}_[0-9A-Za-z]{22}$`;
}

/**
 * An id whose letters sort by creation time (byte order), so that a newest-first list is a walk of its primary key.
 *
 * @param randomBytes at least 14 bytes; each gives one letter
 */
export function formatId(kind: IdKind, createdAt: Date, randomBytes: Uint8Array): string {
  let id = `${ID_PREFIXES[kind]}_${timeLetters(createdAt)}`;
  for (let index = 0; index < RANDOM_LETTERS; index++) id += letterAt(randomBytes[index]! % ALPHABET.length);
  return id;
}

/** The id that a name always has: 22 letters made of a digest of the name. For objects that come from a file. */
export function formatDerivedId(kind: IdKind, digest: Uint8Array): string {
  let id = `${ID_PREFIXES[kind]}_`;
  for (let index = 0; index < TIME_LETTERS + RANDOM_LETTERS; index++) {
    id += letterAt(digest[index]! % ALPHABET.length);
  }
  return id;
}

function timeLetters(time: Date): string {
  let rest = time.getTime();
  let letters = '';
  for (let index = 0; index < TIME_LETTERS; index++) {
    letters = letterAt(rest % ALPHABET.length) + letters;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return letters;
}

function letterAt(index: number): string {
  return ALPHABET.charAt(index);
}
