import type { Address } from 'postal-mime';

/** Who a mail says it is from, as `Name <address>`; an empty text where it does not say. */
export function writerOf(from: Address | undefined): string {
  if (!from) return '';
  const { name, address } = from.group ? (from.group[0] ?? { name: from.name, address: '' }) : from;
  if (!name || name === address) return address;
  return address ? `${name} <${address}>` : name;
}
