import { randomFillSync } from 'node:crypto';
import { formatId, type IdKind } from '../domain/ids.ts';

const BYTES = 14;

/** Random bytes for many ids: the system takes as long over those of one. */
const stock = Buffer.alloc(256 * BYTES);
let used = stock.length;

/** A new id of this kind whose letters sort by `createdAt`. */
export function newId(kind: IdKind, createdAt: Date): string {
  if (used === stock.length) {
    randomFillSync(stock);
    used = 0;
  }
  used += BYTES;
  return formatId(kind, createdAt, stock.subarray(used - BYTES, used));
}
