import type { NetworkFault } from './network-fault.ts';

export type OutboundErrorKind = NetworkFault | 'too_large' | 'too_many_redirects' | 'invalid_url';

/** Why a page or an image could not be fetched. `cause` holds the underlying error, if there is one. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly kind: OutboundErrorKind;

  constructor(kind: OutboundErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
