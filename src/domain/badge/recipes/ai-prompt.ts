import { FEED_MARKER } from '../feed-marker.ts';
import type { FeedUrls } from '../feed-urls.ts';
import type { Recipe } from './recipe.ts';

/** For whoever builds a site with an AI coding assistant, on whatever it runs. */
export function aiPromptRecipe({ json_url, html_url }: FeedUrls, projectId: string, checkCommand: string): Recipe {
  return {
    platform: 'ai_prompt',
    title: 'Any other site: give this to your AI coding assistant',
    language: 'markdown',
    code: `Add directory badges to the footer of this site, rendered on the server.

1. On the server (or in the build, if the site is static), fetch the JSON feed ${json_url} with a timeout of 3 seconds in
   total. It answers \`{"badges": ["<a …>…</a>", …]}\`: an array of HTML fragments. ${html_url} gives the same fragments as HTML.
2. Write the fragments, unescaped and unchanged, one after the other into the footer of the home page. Keep their
   \`${FEED_MARKER}="${projectId}"\` attributes and their links; add no \`rel="nofollow"\`.
3. On any failure (a timeout, no connection, a status other than 200, an answer that is not such JSON) render nothing. The
   page must neither break nor show an error.
4. Do not fetch the feed in the browser: the badges must be in the HTML that the server sends. Keep what the feed said for
   5 minutes at most, where the framework makes that easy.
5. Do not paste the fragments into the code: they change when directories are added.

When the site is published, this command prints a number above 0:

    ${checkCommand}
`,
  };
}
