/** A third party that rates domains. What it cannot answer is an error, never a figure. */
export interface RatingProvider {
  readonly name: string;
  /** The line that must be shown with its figures. */
  readonly attribution: string;
  readonly maxDomainsPerCall: number;
  /**
   * Rates domains, whole numbers from 0 to 100: 0 for one that the provider does not know, null for one that it said
   * nothing of.
   *
   * @param domains registrable domains, in lower case and punycode, each once, at most `maxDomainsPerCall`
   * @throws RatingSlowDown, RatingRefused, RatingFault
   */
  rate(domains: readonly string[]): Promise<Map<string, number | null>>;
}

/** How a provider of the network is asked. */
export interface ProviderSettings {
  apiKey: string;
  /** Without a trailing slash; the provider's own when null. */
  apiUrl: string | null;
}

/** The provider asks to be asked less. `retryAfterMs` is how long it said to wait, or null. */
export class RatingSlowDown extends Error {
  override readonly name = 'RatingSlowDown';
  readonly retryAfterMs: number | null;

  constructor(message: string, retryAfterMs: number | null) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

/** The provider does not take the key. */
export class RatingRefused extends Error {
  override readonly name = 'RatingRefused';
}

/** The provider could not be reached, or its answer makes no sense. */
export class RatingFault extends Error {
  override readonly name = 'RatingFault';
}
