import { checkCommand } from '../../domain/badge/check-command.ts';
import { clientMessage } from '../../domain/badge/client-message.ts';
import { feedUrls } from '../../domain/badge/feed-urls.ts';
import { writeRecipes } from '../../domain/badge/recipes/recipes.ts';
import type { BadgeObject } from '../badge.ts';
import { FEEDS, IDS, SITE } from './ids.ts';

const feed = feedUrls(FEEDS, IDS.project);
const command = checkCommand(SITE, IDS.project);

/** With one of its six recipes, which are long. */
export const BADGE: BadgeObject = {
  object: 'badge',
  livemode: true,
  project: IDS.project,
  status: 'not_checked',
  checked_at: null,
  feed,
  recipes: writeRecipes(feed, IDS.project, command).filter(({ platform }) => platform === 'html'),
  check_command: command,
  client_message: clientMessage('Acme Tools', SITE),
};

export const INSTALLED_BADGE: BadgeObject = {
  ...BADGE,
  status: 'installed',
  checked_at: '2026-03-04T13:37:20.118Z',
};
