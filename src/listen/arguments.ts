/** Reads what a developer typed. Each function returns the value or throws an InvalidArgumentError that says what would be right. */
import { InvalidArgumentError } from 'commander';
import { EVENT_FILTERS, type EventFilter } from '../domain/events.ts';
import { idPattern } from '../domain/ids.ts';

const MAX_FILTERS = 20;

/** Where to forward to. Any host: see `createForwarder`. */
export function parseForwardUrl(text: string): URL {
  return parseWebAddress(text, 'such as http://localhost:4000/webhooks');
}

/** The API's base URL, without a trailing slash. */
export function parseBaseUrl(text: string): string {
  const { origin, pathname, search, hash } = parseWebAddress(text, 'that ends in /v1');
  if (search || hash) throw new InvalidArgumentError('It must have no query and no fragment.');
  return origin + pathname.replace(/\/+$/, '');
}

/** Filters as an endpoint's `events` takes them (specification 6.2), separated by commas. */
export function parseEvents(text: string): EventFilter[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !EVENT_FILTERS.some((filter) => filter === name));
  if (unknown !== undefined) {
    throw new InvalidArgumentError(`There is no "${unknown}"; there are ${EVENT_FILTERS.join(', ')}.`);
  }
  if (names.length > MAX_FILTERS) throw new InvalidArgumentError(`There can be ${MAX_FILTERS} at most.`);
  return names as EventFilter[];
}

export function parseProjectId(text: string): string {
  if (new RegExp(idPattern('project')).test(text)) return text;
  throw new InvalidArgumentError('It must be prj_ followed by 22 letters or digits.');
}

/** Whether the text is a secret as endpoints have them (specification 2.10). */
export function isSecret(text: string): boolean {
  return /^whsec_[A-Za-z0-9+/]{43}=$/.test(text);
}

/** Whether the text can be sent as a key at all. */
export function isApiKey(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}

function parseWebAddress(text: string, which: string): URL {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new InvalidArgumentError(`It must be an http or https URL ${which}.`);
  if (url.username || url.password) throw new InvalidArgumentError('It must have no user name and no password.');
  return url;
}
