import { Type } from 'typebox';
import { findProject, listProjects as findProjects } from '../../db/finders/projects.ts';
import { PROJECT_STATUSES } from '../../domain/project-status.ts';
import type { Failure } from '../../errors.ts';
import { checkLiveSiteUrl } from '../../outbound/public-url.ts';
import {
  createFailures,
  CreateProjectSchema,
  updateFailures,
  UpdateProjectSchema,
} from '../../resources/project-input.ts';
import { presentProject, ProjectSchema } from '../../resources/project.ts';
import { deletedOf, listOf, oneOf } from '../../resources/schema-kit.ts';
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
  query: listQuery({
    status: Type.Optional(oneOf(PROJECT_STATUSES)),
    external_id: Type.Optional(Type.String({ maxLength: 100 })),
    q: Type.Optional(Type.String({ minLength: 2, maxLength: 100 })),
  }),
  success: { status: 200, description: 'A page of projects.', schema: listOf('ProjectList', ProjectSchema) },
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
  body: CreateProjectSchema,
  success: { status: 201, description: 'The new draft; its site is being read.', schema: ProjectSchema },
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
  success: { status: 200, description: 'The project.', schema: ProjectSchema },
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
  body: UpdateProjectSchema,
  success: { status: 200, description: 'The project after the change.', schema: ProjectSchema },
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
  success: { status: 200, description: 'What was deleted.', schema: deletedOf('DeletedProject', 'project') },
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
