import { BadgeSchema, presentBadge } from '../../resources/badge.ts';
import { verifyBadge as verify } from '../../services/badge/verify-badge.ts';
import { operation } from '../operation.ts';
import { projectInPath } from '../projects/operations.ts';

export const getBadge = operation({
  id: 'getBadge',
  method: 'GET',
  path: '/projects/{project_id}/badge',
  tag: 'Badge',
  summary: 'Read the badge: its status, its feed and how it is installed',
  success: { status: 200, description: 'The badge.', schema: BadgeSchema },
  errors: ['not_found'],
  find: projectInPath,
  handle: ({ deps, found }) => Promise.resolve(presentBadge(found, deps.feedsUrl)),
});

export const verifyBadge = operation({
  id: 'verifyBadge',
  method: 'POST',
  path: '/projects/{project_id}/badge/verify',
  tag: 'Badge',
  summary: 'Read the site now and look for the badge',
  success: { status: 200, description: 'The badge, which is installed.', schema: BadgeSchema },
  errors: ['not_found', 'badge_not_found'],
  find: projectInPath,
  handle: async ({ deps, caller, found }) => presentBadge(await verify(deps, caller.scope, found), deps.feedsUrl),
});
