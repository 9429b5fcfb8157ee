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
  success: { status: 200, description: 'The share link.', schema: ShareLinkSchema },
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
  body: CreateShareLinkSchema,
  success: { status: 201, description: 'The share link; that before it answers 404 by now.', schema: ShareLinkSchema },
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
  success: { status: 200, description: 'The share link as it was; its page answers 404.', schema: ShareLinkSchema },
  errors: ['not_found'],
  find: projectInPath,
  handle: ({ deps, caller, found }) => revoke(deps, caller.scope, found.id),
});
