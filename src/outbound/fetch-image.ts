import { MAX_IMAGE_BYTES } from '../images/process-image.ts';
import type { GuardedFetch } from './guarded-fetch.ts';
import { OutboundError } from './outbound-error.ts';

export const IMAGE_TIMEOUT_MS = 20_000;

/**
 * Downloads an image through the guarded door.
 *
 * @param timeoutMs for all of it
 * @returns its bytes, or why there are none
 */
export async function fetchImage(
  fetch: GuardedFetch,
  url: string,
  timeoutMs = IMAGE_TIMEOUT_MS,
): Promise<Buffer | 'image_unreachable' | 'image_too_large'> {
  try {
    const answer = await fetch.get(url, {
      maxBytes: MAX_IMAGE_BYTES,
      overflow: 'refuse',
      timeoutMs,
      accept: 'image/png, image/jpeg, image/gif, image/webp',
    });
    return answer.status === 200 ? answer.body : 'image_unreachable';
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return error.kind === 'too_large' ? 'image_too_large' : 'image_unreachable';
  }
}
