const MAX_SIZES = 20;

/**
 * Reads a `sizes` value such as `16x16 180x180`. Returns the shorter side of the largest size in pixels, null where no
 * size is given (`any`, empty, malformed).
 */
export function largestDeclaredSizePx(sizes: string | null | undefined): number | null {
  const shorterSidesPx = (sizes ?? '')
    .split(/\s+/, MAX_SIZES)
    .map((size) => /^(\d{1,5})x(\d{1,5})$/i.exec(size))
    .map((match) => Math.min(Number(match?.[1] ?? 0), Number(match?.[2] ?? 0)));
  const largestPx = Math.max(0, ...shorterSidesPx);
  return largestPx > 0 ? largestPx : null;
}
