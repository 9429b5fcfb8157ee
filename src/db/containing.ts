/** The pattern by which `like` and `ilike` find this text anywhere, its own `%`, `_` and `\` taken as they are. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
