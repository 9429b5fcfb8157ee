import { createHash } from 'node:crypto';
import { randomLetters } from '../../crypto/random-letters.ts';

const LETTERS = 32;

/** What the address of a page ends in; whoever has it may read the page. */
export function newShareToken(): string {
  return randomLetters(LETTERS);
}

export function isShareToken(text: string): boolean {
  return /^[0-9A-Za-z]{32}$/.test(text);
}

/** What finds a link: its token has 190 random bits, so one round of SHA-256 protects it. */
export function hashShareToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
