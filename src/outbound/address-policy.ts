import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { addressLiteral } from './host-literals.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

/** The part of IPv6 that is handed out to the public internet; whatever lies outside can only be local or a translation. */
const GLOBAL_UNICAST_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

const HOST_NAME = /^[a-z0-9_]([a-z0-9_-]*[a-z0-9])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9])?)*$/;

/** Decides which addresses the service may connect to. */
export interface AddressPolicy {
  /** Whether a connection to this address may be made: it is public, or listed. Anything but a plain address is refused. */
  permitsAddress(address: string): boolean;
  /** Whether the address lies in a listed network. */
  listsAddress(address: string): boolean;
  /** Whether the host name is listed, whatever its case and with or without a trailing dot. */
  listsName(hostname: string): boolean;
}

/**
 * Builds the policy. `allow` lists exceptions to "public addresses only": networks (`127.0.0.0/8`, `::1/128`), single
 * addresses, and host names (`demo.localhost`). A listed name passes the checks of URLs; the addresses that it resolves to
 * must be public or listed all the same. Throws a TypeError that quotes the first entry which is none of these.
 */
export function createAddressPolicy({ allow }: { allow: readonly string[] }): AddressPolicy {
  const networks: Network[] = [];
  const names = new Set<string>();
  for (const entry of allow) {
    const network = parseNetwork(entry);
    if (network !== null) networks.push(network);
    else names.add(parseName(entry));
  }
  const isListed = (address: Address) => networks.some((network) => contains(network, address));
  return {
    permitsAddress(text) {
      const address = parseAddress(text);
      return address !== null && (isPublic(address) || isListed(address));
    },
    listsAddress(text) {
      const address = parseAddress(text);
      return address !== null && isListed(address);
    },
    listsName: (hostname) => names.has(canonicalName(hostname)),
  };
}

/** Null for what is no address, and for one with a zone: a zone names an interface of this machine. */
function parseAddress(text: string): Address | null {
  return isIP(text) === 0 || text.includes('%') ? null : ipaddr.parse(text);
}

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || contains(GLOBAL_UNICAST_IPV6, address);
}

function contains([network, prefixLength]: Network, address: Address): boolean {
  return network.kind() === address.kind() && address.match(network, prefixLength);
}

function parseNetwork(entry: string): Network | null {
  const address = parseAddress(entry);
  if (address !== null) return [address, address.toByteArray().length * 8];
  const [base = '', prefixLength, ...rest] = entry.split('/');
  if (prefixLength === undefined) return null;
  const network = parseAddress(base);
  const isValid = network !== null && rest.length === 0 && ipaddr.isValidCIDR(entry);
  if (!isValid) throw new TypeError(`"${entry}" is not a network such as 127.0.0.0/8 or ::1/128`);
  return [network, Number(prefixLength)];
}

function parseName(entry: string): string {
  const name = canonicalName(entry);
  if (!HOST_NAME.test(name) || addressLiteral(name) !== null) {
    throw new TypeError(`"${entry}" is neither a network, an address nor a host name`);
  }
  return name;
}

function canonicalName(hostname: string): string {
  return hostname.toLowerCase().replace(/\.$/, '');
}
