/** Reads what an operator typed. Each function returns the value or throws a Refusal that says what would be right. */
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { ID_PREFIXES, idPattern, type IdKind } from '../domain/ids.ts';
import { Refusal } from './refusal.ts';

const MAX_NAME_LENGTH = 100;
const MAX_REFERENCE_LENGTH = 200;
const MAX_EMAIL_LENGTH = 254;
const MAX_LAUNCHES = 1_000_000;
export const MAX_LIMIT = 1_000;

export const parseAccountId = (text: string) => parseId('account', text);
export const parseKeyId = (text: string) => parseId('api_key', text);
export const parseProjectId = (text: string) => parseId('project', text);
export const parseListingId = (text: string) => parseId('listing', text);
export const parseEndpointId = (text: string) => parseId('webhook_endpoint', text);
export const parseReplayId = (text: string) => parseId('webhook_replay', text);
export const parseName = (text: string) => parseLine('name', text, MAX_NAME_LENGTH);
export const parseReference = (text: string) => parseLine('reference', text, MAX_REFERENCE_LENGTH);
export const parseSearch = (text: string) => parseLine('text to search for', text, MAX_EMAIL_LENGTH);
export const parseEmail = (text: string) => parseAddress('email', text);
export const parseReplyTo = (text: string) => parseAddress('reply-to', text);
export const parseLaunches = (text: string) => parseWholeNumber('number of launches', text, MAX_LAUNCHES);
export const parseLimit = (text: string) => parseWholeNumber('limit', text, MAX_LIMIT);

/** What ends the names of a generation of logins. */
export function parseGeneration(text: string): string {
  if (/^[a-z0-9]{1,8}$/.test(text)) return text;
  throw new Refusal('The generation must be 1 to 8 small letters or digits.');
}

/** A color as CSS writes it in hexadecimal; lower case. */
export function parseColor(text: string): string {
  if (/^#[0-9a-f]{6}$/i.test(text)) return text.toLowerCase();
  throw new Refusal('The color must be # and six hexadecimal digits, such as #2563eb.');
}

/** An instant; a date alone is its first one in UTC. Whether it has passed is for the command to say. */
export const parseExpiry = (text: string) => parseTime('expiry', text);

/** An instant, as for an expiry. */
export const parseSince = (text: string) => parseTime('time', text);

function parseTime(what: string, text: string): Date {
  const time = hasFormat('date', text) || hasFormat('date-time', text) ? new Date(text) : null;
  if (time && !Number.isNaN(time.getTime())) return time;
  throw new Refusal(`The ${what} must be a date such as 2030-12-31 or a time such as 2030-12-31T18:00:00Z.`);
}

function parseId(kind: IdKind, text: string): string {
  if (new RegExp(idPattern(kind)).test(text)) return text;
  const prefix = ID_PREFIXES[kind];
  throw new Refusal(`The id must be ${prefix}_ followed by 22 letters or digits.`);
}

/** An address as the API takes it for `contact_email`. */
function parseAddress(what: string, text: string): string {
  if (hasFormat('email', text) && text.length <= MAX_EMAIL_LENGTH) return text;
  throw new Refusal(
    `The ${what} must be an address such as owner@agency.example, of at most ${MAX_EMAIL_LENGTH} characters.`,
  );
}

/** A number from 1 on. */
function parseWholeNumber(what: string, text: string, most: number): number {
  const number = /^\d+$/.test(text) ? Number(text) : NaN;
  if (number >= 1 && number <= most) return number;
  throw new Refusal(`The ${what} must be a whole number from 1 to ${most}.`);
}

/** One line of text, trimmed. */
function parseLine(what: string, text: string, maxLength: number): string {
  const line = text.trim();
  const { length } = Array.from(line);
  if (length === 0 || length > maxLength) throw new Refusal(`The ${what} must have 1 to ${maxLength} characters.`);
  if (/\p{Cc}/u.test(line)) throw new Refusal(`The ${what} must not contain line breaks or other control characters.`);
  return line;
}

/** Whether the API would take the text as this format. */
function hasFormat(name: 'email' | 'date' | 'date-time', text: string): boolean {
  const format = fullFormats[name] as RegExp | { validate: (text: string) => boolean };
  return format instanceof RegExp ? format.test(text) : format.validate(text);
}
