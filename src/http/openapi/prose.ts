/** Text as it is meant: lines that are broken for the source's sake are joined, blank lines part paragraphs. */
export function prose(text: string): string {
  return text.trim().replaceAll(/(\n)?[ \t]*\n[ \t]*/g, (_, blank?: string) => (blank ? '\n\n' : ' '));
}
