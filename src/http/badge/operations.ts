import { BADGE, INSTALLED_BADGE } from '../../resources/examples/badge.ts';
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
  description:
    'Some directories list a product only while their badge is on its site. This has the code to install it for six kinds of sites, and a text for your client.',
  success: { status: 200, description: 'The badge.', schema: BadgeSchema, example: BADGE },
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
  description: `Reads the page as its server sends it. When the badge is found, the directories that demand it are open to the project, and auto-replace can
    add them. It can be asked 10 times an hour for each project.`,
  success: {
    status: 200,
    description: 'The badge, which is installed.',
    schema: BadgeSchema,
    example: INSTALLED_BADGE,
  },
  errors: ['not_found', 'badge_not_found'],
  find: projectInPath,
  handle: async ({ deps, caller, found }) => presentBadge(await verify(deps, caller.scope, found), deps.feedsUrl),
});
