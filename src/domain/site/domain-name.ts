import { domainToUnicode } from 'node:url';

import { getDomainWithoutSuffix } from 'tldts';

const MIN_NAME_LENGTH = 2;
const MAX_NAME_LENGTH = 100;

/**
 * Names a product after the domain of its absolute http(s) URL: `https://www.acme-tools.io/en` is `Acme Tools`. An IP
 * address, and a host whose label is shorter than 2 characters, is its own name; one of a single character is named by
 * its origin. Throws a TypeError for an invalid URL.
 */
export function nameFromUrl(url: string): string {
  const { hostname, origin } = new URL(url);
  const host = hostname.replace(/\.$/, '');
  const name = capitaliseWords(registrableLabel(host) ?? '');
  const candidates = [name, host, origin].map((text) => [...text].slice(0, MAX_NAME_LENGTH));
  return candidates.find((letters) => letters.length >= MIN_NAME_LENGTH)!.join('');
}

/** The public suffix list's private section makes `acme` the label of `acme.github.io`. */
function registrableLabel(host: string): string | null {
  const label = getDomainWithoutSuffix(host, { allowPrivateDomains: true }) ?? getDomainWithoutSuffix(host);
  return label === null ? null : domainToUnicode(label) || label;
}

function capitaliseWords(label: string): string {
  return label
    .split('-')
    .filter((word) => word !== '')
    .map(([first = '', ...rest]) => first.toUpperCase() + rest.join(''))
    .join(' ');
}
