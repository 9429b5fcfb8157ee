import { ServiceError } from '../../errors.ts';
import type { AddressPolicy } from '../../outbound/address-policy.ts';
import { checkWebhookUrl } from '../../outbound/public-url.ts';

/**
 * Refuses what no webhook may be sent to (specification 4.7). DNS is not asked.
 *
 * @throws ServiceError `endpoint_url_invalid`
 */
export function requireWebhookUrl(url: string, policy: AddressPolicy): void {
  if (checkWebhookUrl(url, policy).ok) return;
  throw new ServiceError(
    'endpoint_url_invalid',
    'The URL must be a public https address without a user name or password.',
    { param: 'url' },
  );
}
