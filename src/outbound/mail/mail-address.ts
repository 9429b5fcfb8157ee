/** Who mail comes from. */
export interface Sender {
  /** Empty for none. */
  name: string;
  address: string;
}

const MAX_LENGTH = 254;
/** What could end an address in a header or an SMTP command, or begin another, is in none. */
const ADDRESS = /^[^\s\p{C}<>()[\]\\,;:"@]+@[^\s\p{C}<>()[\]\\,;:"@]+$/u;
const NAMED = /^([^\p{C}<>"]*)<([^<>]*)>$/u;

export function isMailAddress(text: string): boolean {
  return text.length <= MAX_LENGTH && ADDRESS.test(text);
}

/** Reads `address` or `Name <address>`; null for anything else. */
export function parseSender(text: string): Sender | null {
  const [, name = '', address = text] = NAMED.exec(text) ?? [];
  return isMailAddress(address) ? { name: name.trim(), address } : null;
}
