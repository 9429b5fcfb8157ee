/** The value that this share of the values does not exceed; NaN of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2;
}

/** What one round measured of the service and, right beside it, of the baseline. */
export interface Pair {
  service: number;
  baseline: number;
}

/** The medians of the rounds, and the median of the rounds' ratios: a noisy machine slows both halves of a round. */
export function summarise(pairs: readonly Pair[]): Pair & { ratio: number } {
  return {
    service: median(pairs.map((pair) => pair.service)),
    baseline: median(pairs.map((pair) => pair.baseline)),
    ratio: median(pairs.map((pair) => pair.service / pair.baseline)),
  };
}
