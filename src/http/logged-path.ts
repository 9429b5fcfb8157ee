/** A path as it may be logged: who reads the log must not come by the pages of share links. */
export function loggedPath(path: string): string {
  return path.replace(/^\/s\/[^/]+/, '/s/…');
}
