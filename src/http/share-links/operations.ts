import { NEW_SHARE_LINK, REVOKED_SHARE_LINK, SHARE_LINK } from '../../resources/examples/report.ts';
import { CreateShareLinkSchema, shareLinkFailures, ShareLinkSchema } from '../../resources/share-link.ts';
import { createShareLink as create } from '../../services/share-links/create-share-link.ts';
import { readShareLink } from '../../services/share-links/read-share-link.ts';
import { revokeShareLink as revoke } from '../../services/share-links/revoke-share-link.ts';
import { operation } from '../operation.ts';
import { projectInPath } from '../projects/operations.ts';

const PATH = '/projects/{project_id}/share_link';

export const getShareLink = operation({
  id: 'getShareLink',
  method: 'GET',
  path: PATH,
  tag: 'Share links',
  summary: 'Read the active share link of a project, with its view count',
  description:
    'The link that is active now, and how often its page was looked at. Without an active link it answers `not_found`.',
  success: { status: 200, description: 'The share link.', schema: ShareLinkSchema, example: SHARE_LINK },
  errors: ['not_found'],
  find: projectInPath,
  handle: ({ deps, caller, found }) => readShareLink(deps, caller.scope, found.id),
});

export const createShareLink = operation({
  id: 'createShareLink',
  method: 'POST',
  path: PATH,
  tag: 'Share links',
  summary: "Create a project's share link, in place of the one it has",
  description:
    'Makes a page for your client, which is always up to date and shows no prices. A link that the project had is turned off by it.',
  body: CreateShareLinkSchema,
  bodyExamples: { without_end: {}, until_a_day: { expires_at: SHARE_LINK.expires_at } },
  success: {
    status: 201,
    description: 'The share link; that before it answers 404 by now.',
    schema: ShareLinkSchema,
    example: NEW_SHARE_LINK,
  },
  errors: ['not_found'],
  find: projectInPath,
  checks: (body, { deps }) => shareLinkFailures(body, deps.clock.now()),
  handle: ({ deps, caller, body, found }) =>
    create(deps, caller.scope, found.id, body.expires_at ? new Date(body.expires_at) : null),
});

export const revokeShareLink = operation({
  id: 'revokeShareLink',
  method: 'DELETE',
  path: PATH,
  tag: 'Share links',
  summary: 'Revoke the active share link of a project',
  description: 'Its address then answers 404 to everybody. A new link has a new address.',
  success: {
    status: 200,
    description: 'The share link as it was; its page answers 404.',
    schema: ShareLinkSchema,
    example: REVOKED_SHARE_LINK,
  },
  errors: ['not_found'],
  find: projectInPath,
  handle: ({ deps, caller, found }) => revoke(deps, caller.scope, found.id),
});
