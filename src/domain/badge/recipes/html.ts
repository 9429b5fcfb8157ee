import type { Recipe } from './recipe.ts';

/** A step after the build of a static site, in Node 18 or newer. */
export function htmlRecipe(jsonUrl: string): Recipe {
  return {
    platform: 'html',
    title:
      'Static HTML: save as add-badges.mjs, write <!-- listing-badges --> into your pages, and run `node add-badges.mjs dist` after each build, at least weekly',
    language: 'javascript',
    code: `import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const FEED_URL = '${jsonUrl}';
const PLACE = '<!-- listing-badges -->';

async function readBadges() {
  try {
    const response = await fetch(FEED_URL, { signal: AbortSignal.timeout(3000), redirect: 'error' });
    if (!response.ok) return [];
    const { badges } = await response.json();
    return Array.isArray(badges) && badges.every((badge) => typeof badge === 'string') ? badges : [];
  } catch {
    return [];
  }
}

const folder = process.argv[2] ?? 'dist';
const html = (await readBadges()).join('');
const files = await readdir(folder, { recursive: true });
for (const name of files.filter((file) => file.endsWith('.html'))) {
  const page = await readFile(join(folder, name), 'utf8');
  if (page.includes(PLACE)) await writeFile(join(folder, name), page.replaceAll(PLACE, () => html));
}
`,
  };
}
