/** A directory's logo as an SVG: its initial on a colour that its name always has. */
export function directoryLogo(name: string): string {
  const initial = [...name.matchAll(/\p{L}|\p{N}/gu)][0]?.[0].toUpperCase() ?? '?';
  const hue = [...name].reduce((sum, letter) => sum + letter.codePointAt(0)!, 0) % 360;
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64">' +
    `<rect width="64" height="64" rx="14" fill="hsl(${hue} 55% 40%)"/>` +
    '<text x="32" y="43" font-family="sans-serif" font-size="32" font-weight="600" fill="#fff" text-anchor="middle">' +
    `${initial}</text></svg>`
  );
}
