/** The text without control characters, which a terminal would obey. */
export function plainText(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ');
}
