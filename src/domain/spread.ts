/** From 0 to below 1 in steps of a thousandth, always the same for a text, so that a replay agrees. */
export function fractionOf(text: string): number {
  let hash = 0;
  for (const letter of text) hash = (hash * 31 + letter.charCodeAt(0)) % 1_000_003;
  return (hash % 1_000) / 1_000;
}
