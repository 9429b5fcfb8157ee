import type { FeedUrls } from '../feed-urls.ts';
import { aiPromptRecipe } from './ai-prompt.ts';
import { htmlRecipe } from './html.ts';
import { nextjsRecipe } from './nextjs.ts';
import { nginxSsiRecipe } from './nginx-ssi.ts';
import { phpRecipe } from './php.ts';
import type { Recipe } from './recipe.ts';
import { wordpressRecipe } from './wordpress.ts';

/** The ways to install a project's badges. Each reads the feed on the server within 3 seconds, or renders nothing. */
export function writeRecipes(feed: FeedUrls, projectId: string, checkCommand: string): Recipe[] {
  return [
    nextjsRecipe(feed.json_url),
    phpRecipe(feed.json_url),
    wordpressRecipe(feed.json_url),
    nginxSsiRecipe(feed.html_url),
    htmlRecipe(feed.json_url),
    aiPromptRecipe(feed, projectId, checkCommand),
  ];
}
