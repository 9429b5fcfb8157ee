import { isIP, isIPv4 } from 'node:net';
import { domainToASCII } from 'node:url';

const ENDS_THE_HOST = /[/\\?#@:]/;

/**
 * The address that a host writes out instead of naming, or null for a name. Every notation that a URL or the system's
 * resolver would take for an address counts: dotted, decimal, hexadecimal, octal and short IPv4, full-width digits,
 * percent-encoding, a trailing dot, IPv6 with or without brackets or zone. IPv4 comes back dotted, IPv6 without brackets.
 */
export function addressLiteral(host: string): string | null {
  const unbracketed = host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
  if (isIP(unbracketed) !== 0) return unbracketed;
  if (ENDS_THE_HOST.test(host)) return null;
  const canonical = domainToASCII(host);
  return isIPv4(canonical) ? canonical : null;
}
