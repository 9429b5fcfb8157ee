import { Type, type Static } from 'typebox';
import { BADGE_STATUSES } from '../domain/badge/badge-status.ts';
import { checkCommand } from '../domain/badge/check-command.ts';
import { clientMessage } from '../domain/badge/client-message.ts';
import { feedUrls } from '../domain/badge/feed-urls.ts';
import { PLATFORMS } from '../domain/badge/recipes/recipe.ts';
import { writeRecipes } from '../domain/badge/recipes/recipes.ts';
import type { ProjectView } from './project.ts';
import { component, id, nullable, object, oneOf, timestamp } from './schema-kit.ts';

const RecipeSchema = component(
  'BadgeRecipe',
  object({ platform: oneOf(PLATFORMS), title: Type.String(), language: Type.String(), code: Type.String() }),
);

/** Specification 2.9. */
export const BadgeSchema = component(
  'Badge',
  object({
    object: oneOf(['badge']),
    livemode: Type.Boolean(),
    project: id('project'),
    status: oneOf(BADGE_STATUSES),
    checked_at: nullable(timestamp),
    feed: object({ json_url: Type.String({ format: 'uri' }), html_url: Type.String({ format: 'uri' }) }),
    recipes: Type.Array(RecipeSchema),
    check_command: Type.String(),
    client_message: Type.String(),
  }),
);

export type BadgeObject = Static<typeof BadgeSchema>;

/** @param feedsUrl where feeds are served from, without a trailing slash */
export function presentBadge(project: ProjectView, feedsUrl: string): BadgeObject {
  const feed = feedUrls(feedsUrl, project.id);
  const check_command = checkCommand(project.url, project.id);
  return {
    object: 'badge',
    livemode: project.livemode,
    project: project.id,
    status: project.badge_status,
    checked_at: project.badge_checked_at?.toISOString() ?? null,
    feed,
    recipes: writeRecipes(feed, project.id, check_command),
    check_command,
    client_message: clientMessage(project.name, project.url),
  };
}
