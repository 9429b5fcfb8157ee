/** The address as a link can carry it; null for one that does not lead to the web. */
export function webAddress(text: string | null): string | null {
  const url = text === null ? null : URL.parse(text);
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}

/** An address as people write it. */
export function shownAddress(url: string): string {
  const text = url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}
