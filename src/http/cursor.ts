import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { FEED_KEPT_MS } from '../domain/feed.ts';
import { ServiceError } from '../errors.ts';

/** A list with the filters and the owner that a cursor is good for. */
export type ListIdentity = readonly unknown[];

export interface Cursors {
  /**
   * Makes the cursor that goes on after `position`. At most 500 characters. It is good for 90 days from now; where the
   * next item of the list leaves it before then, for as long as that item stays.
   *
   * @param nextCreatedAt the time from which the next item stays for 90 days; null where it stays, or where there is none
   */
  issue(list: ListIdentity, position: unknown, nextCreatedAt: Date | null): string;
  /**
   * The position that a cursor names.
   *
   * @throws ServiceError `invalid_cursor` when it was altered or issued for another list, `cursor_expired` when it is good no longer
   */
  open(list: ListIdentity, cursor: string): unknown;
}

const SIGNATURE_BYTES = 16;

/**
 * Opaque cursors: a position and the time from which they are good for 90 days, signed with the list they belong to.
 *
 * @param keys the first signs, all of them verify
 */
export function createCursors(keys: readonly Buffer[], clock: Clock): Cursors {
  function sign(key: Buffer, list: ListIdentity, payload: string): Buffer {
    const mac = createHmac('sha256', key).update(JSON.stringify(list)).update('\0').update(payload);
    return mac.digest().subarray(0, SIGNATURE_BYTES);
  }

  return {
    issue(list, position, nextCreatedAt) {
      const payload = JSON.stringify([(nextCreatedAt ?? clock.now()).getTime(), position]);
      return Buffer.concat([sign(keys[0]!, list, payload), Buffer.from(payload)]).toString('base64url');
    },
    open(list, cursor) {
      const bytes = Buffer.from(cursor, 'base64url');
      const payload = bytes.subarray(SIGNATURE_BYTES).toString();
      const signature = bytes.subarray(0, SIGNATURE_BYTES);
      const genuine =
        signature.length === SIGNATURE_BYTES &&
        keys.some((key) => timingSafeEqual(signature, sign(key, list, payload)));
      if (!genuine || bytes.toString('base64url') !== cursor) {
        throw new ServiceError(
          'invalid_cursor',
          'The cursor was not issued for this list; send `next_cursor` unchanged.',
          {
            param: 'cursor',
          },
        );
      }
      const [agesFrom, position] = JSON.parse(payload) as [number, unknown];
      if (clock.now().getTime() - agesFrom > FEED_KEPT_MS) {
        throw new ServiceError(
          'cursor_expired',
          'The cursor points to what is older than 90 days; read the objects, then the list anew.',
          {
            param: 'cursor',
          },
        );
      }
      return position;
    },
  };
}
