import type { Recipe } from './recipe.ts';

/** A server component of the app router: the browser is sent finished HTML. */
export function nextjsRecipe(jsonUrl: string): Recipe {
  return {
    platform: 'nextjs',
    title: 'Next.js: save as components/listing-badges.tsx and put <ListingBadges /> into a layout or page',
    language: 'tsx',
    code: `const FEED_URL = '${jsonUrl}';

async function readBadges(): Promise<string[]> {
  try {
    const response = await fetch(FEED_URL, {
      signal: AbortSignal.timeout(3000),
      redirect: 'error',
      next: { revalidate: 300 },
    } as RequestInit);
    if (!response.ok) return [];
    const { badges } = await response.json();
    return Array.isArray(badges) && badges.every((badge) => typeof badge === 'string') ? badges : [];
  } catch {
    return [];
  }
}

export default async function ListingBadges() {
  const badges = await readBadges();
  if (badges.length === 0) return null;
  return <div dangerouslySetInnerHTML={{ __html: badges.join('') }} />;
}
`,
  };
}
