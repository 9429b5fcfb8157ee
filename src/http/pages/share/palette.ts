import { legibleOn, textOn, WHITE } from '../../../domain/legible.ts';
import { createStyle, type Style } from '../style.ts';

/** An agency's colours, `#rrggbb`. */
export interface BrandColors {
  primary: string;
  accent: string;
}

/** What links lie on, of each scheme the one they contrast with the least. */
const BEHIND_LINKS = { light: '#f5f6f8', dark: '#1a1e25' } as const;

/** The agency's colours as the page's two schemes can bear them. In the dark, a bright primary would glare. */
export function createPalette({ primary, accent }: BrandColors): Style {
  const subdued = legibleOn(WHITE, primary);
  return createStyle(
    `:root{--brand:${primary};--on-brand:${textOn(primary)};--link:${legibleOn(BEHIND_LINKS.light, accent)}}` +
      `@media screen and (prefers-color-scheme:dark){:root{--brand:${subdued};--on-brand:${WHITE};` +
      `--link:${legibleOn(BEHIND_LINKS.dark, accent)}}}`,
  );
}
