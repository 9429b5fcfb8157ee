import { Type } from 'typebox';
import { findProject, listProjects as findProjects } from '../../db/finders/projects.ts';
import { PROJECT_STATUSES } from '../../domain/project-status.ts';
import type { Failure } from '../../errors.ts';
import { checkLiveSiteUrl } from '../../outbound/public-url.ts';
import { CURSOR, exampleList } from '../../resources/examples/ids.ts';
import { DELETED_PROJECT } from '../../resources/examples/launched-project.ts';
import {
  CREATE_PROJECT,
  CREATE_WHOLE_PROJECT,
  DRAFT,
  READY,
  UPDATE_PROJECT,
} from '../../resources/examples/project.ts';
import {
  createFailures,
  CreateProjectSchema,
  updateFailures,
  UpdateProjectSchema,
} from '../../resources/project-input.ts';
import { presentProject, ProjectSchema } from '../../resources/project.ts';
import { deletedOf, described, listOf, oneOf } from '../../resources/schema-kit.ts';
import type { Caller } from '../../services/accounts/authenticate.ts';
import { createProject as create } from '../../services/projects/create-project.ts';
import { deleteProject as remove } from '../../services/projects/delete-project.ts';
import { unknownDirectories } from '../../services/projects/unknown-directories.ts';
import { updateProject as update } from '../../services/projects/update-project.ts';
import type { AppDeps } from '../app-deps.ts';
import { listQuery, pageOf, presentPage } from '../list.ts';
import { operation } from '../operation.ts';

/** Finds the project that a path names. */
export const projectInPath = {
  kind: 'project',
  by: ({ db }: AppDeps, { scope }: Caller, id: string) => findProject(db, scope, id),
};

export const listProjects = operation({
  id: 'listProjects',
  method: 'GET',
  path: '/projects',
  tag: 'Projects',
  summary: 'List projects, newest first',
  description:
    'All projects of the account in the mode of the key. Filters can be combined; to find the project of one of your own records, use `external_id`.',
  query: listQuery({
    status: described(Type.Optional(oneOf(PROJECT_STATUSES)), 'Only projects with this status.'),
    external_id: described(
      Type.Optional(Type.String({ maxLength: 100 })),
      'Only the project with this id of yours. Case matters.',
    ),
    q: described(
      Type.Optional(Type.String({ minLength: 2, maxLength: 100 })),
      'Only projects whose name or URL has this in it, in any case.',
    ),
  }),
  success: {
    status: 200,
    description: 'A page of projects.',
    schema: listOf('ProjectList', ProjectSchema),
    example: { ...exampleList(READY), has_more: true, next_cursor: CURSOR },
  },
  errors: [],
  isList: true,
  async handle(request) {
    const { deps, caller, query } = request;
    const page = await findProjects(deps.db.sql, caller.scope, query, pageOf<string>(request));
    return presentPage(
      request,
      page,
      (project) => presentProject(project, deps.assetsUrl),
      (project) => project.id,
    );
  },
});

export const createProject = operation({
  id: 'createProject',
  method: 'POST',
  path: '/projects',
  tag: 'Projects',
  summary: 'Create a draft from a site URL',
  description: `Makes a draft, which costs nothing. Only \`url\` is needed: the service reads the site within a minute for what you do not send, and
    imports the images that you name. Poll the project until \`autofill.status\` is no longer \`running\`, complete it, then launch.`,
  body: CreateProjectSchema,
  bodyExamples: { from_a_url: CREATE_PROJECT, with_everything: CREATE_WHOLE_PROJECT },
  success: {
    status: 201,
    description: 'The new draft; its site is being read.',
    schema: ProjectSchema,
    example: DRAFT,
  },
  errors: ['project_exists', 'quota_exceeded'],
  takesIdempotencyKey: true,
  checks: async (body, { deps, caller }) => [
    ...publicSiteFailures(body, caller),
    ...createFailures(body),
    ...(await unknownDirectories(deps.db.sql, body.excluded_directories)),
  ],
  handle: ({ deps, caller, body }) => create(deps, caller.scope, caller.state, { ...body, url: body.url.trim() }),
});

export const getProject = operation({
  id: 'getProject',
  method: 'GET',
  path: '/projects/{project_id}',
  tag: 'Projects',
  summary: 'Read a project',
  description:
    'The project with all its fields. Its `progress` counts its listings by status, so there is no need to read them all for a figure.',
  success: { status: 200, description: 'The project.', schema: ProjectSchema, example: READY },
  errors: ['not_found'],
  find: projectInPath,
  handle: ({ deps, found }) => Promise.resolve(presentProject(found, deps.assetsUrl)),
});

export const updateProject = operation({
  id: 'updateProject',
  method: 'PATCH',
  path: '/projects/{project_id}',
  tag: 'Projects',
  summary: 'Change the fields that are sent; null or an empty string clears one',
  description: `Changes only what is sent. Edits of a launched project apply to the listings that have not reached their directory yet. Images are
    changed with the operations for logo and screenshots.`,
  body: UpdateProjectSchema,
  bodyExamples: { some_fields: UPDATE_PROJECT, clearing_one: { tagline: null } },
  success: { status: 200, description: 'The project after the change.', schema: ProjectSchema, example: READY },
  errors: ['not_found', 'project_exists'],
  find: projectInPath,
  checks: async (body, { deps, caller, found }) => [
    ...publicSiteFailures(body, caller),
    ...updateFailures(body, found),
    ...(await unknownDirectories(deps.db.sql, body.excluded_directories)),
  ],
  handle: ({ deps, caller, body, found }) =>
    update(
      deps,
      caller.scope,
      caller.state,
      found.id,
      body.url === undefined ? body : { ...body, url: body.url.trim() },
    ),
});

export const deleteProject = operation({
  id: 'deleteProject',
  method: 'DELETE',
  path: '/projects/{project_id}',
  tag: 'Projects',
  summary: 'Delete a draft',
  description: 'Deletes a draft with its images. A launched project stays, since directories have its listings.',
  success: {
    status: 200,
    description: 'What was deleted.',
    schema: deletedOf('DeletedProject', 'project'),
    example: DELETED_PROJECT,
  },
  errors: ['not_found', 'already_launched'],
  find: projectInPath,
  handle: ({ deps, caller, found }) => remove(deps, caller.scope, found.id),
});

/** Live mode takes public sites only; this rule is never relaxed. */
function publicSiteFailures({ url }: { url?: string }, { scope }: Caller): Failure[] {
  if (!scope.livemode || typeof url !== 'string') return [];
  const check = checkLiveSiteUrl(url.trim());
  const notPublic = !check.ok && (check.problem === 'host_is_address' || check.problem === 'host_not_public');
  return notPublic ? [{ param: 'url', code: 'not_public', takes: 'the address of a public site' }] : [];
}
