import { Type } from 'typebox';
import { ProjectSchema } from '../../resources/project.ts';
import { ReadinessSchema } from '../../resources/readiness.ts';
import { component, id, object } from '../../resources/schema-kit.ts';
import { addDirectories as add } from '../../services/projects/add-directories.ts';
import type { DirectoryChoice } from '../../services/projects/choose-directories.ts';
import { launchProject as launch } from '../../services/projects/launch-project.ts';
import { readReadiness } from '../../services/projects/read-readiness.ts';
import { operation } from '../operation.ts';
import { projectInPath } from './operations.ts';

const ids = Type.Optional(Type.Array(id('directory'), { minItems: 1, maxItems: 100, uniqueItems: true }));

/** `auto`, or an object with exactly one of its members. Written so that a wrong value gives one plain error. */
const DirectoryChoiceSchema = component(
  'DirectoryChoice',
  Type.Unsafe<DirectoryChoice>({
    ...object({ include: ids, exclude: ids }, { minProperties: 1, maxProperties: 1 }),
    type: ['string', 'object'],
    if: { type: 'string' },
    then: { enum: ['auto'] },
  }),
);

export const getReadiness = operation({
  id: 'getReadiness',
  method: 'GET',
  path: '/projects/{project_id}/readiness',
  tag: 'Launch',
  summary: 'Preview what a launch, or an add to a launched project, would do',
  success: { status: 200, description: 'The preview. It costs nothing.', schema: ReadinessSchema },
  errors: ['not_found'],
  find: projectInPath,
  handle: ({ deps, found }) => readReadiness(deps.db.sql, found),
});

export const launchProject = operation({
  id: 'launchProject',
  method: 'POST',
  path: '/projects/{project_id}/launch',
  tag: 'Launch',
  summary: 'Launch a draft on the directories that are chosen',
  body: component(
    'Launch',
    object({ directories: Type.Optional(DirectoryChoiceSchema), auto_replace: Type.Optional(Type.Boolean()) }),
  ),
  success: { status: 200, description: 'The project right after the launch.', schema: ProjectSchema },
  errors: [
    'not_found',
    'no_launches_left',
    'already_launched',
    'not_ready',
    'invalid_directories',
    'nothing_to_submit',
  ],
  takesIdempotencyKey: true,
  find: projectInPath,
  handle: ({ deps, caller, body, found }) =>
    launch(deps, caller.scope, found.id, { ...body, directories: body.directories ?? 'auto' }),
});

export const addListings = operation({
  id: 'addListings',
  method: 'POST',
  path: '/projects/{project_id}/listings',
  tag: 'Launch',
  summary: 'Add directories to a launched project from its free allowance',
  body: component('AddListings', object({ directories: Type.Optional(DirectoryChoiceSchema) })),
  success: {
    status: 200,
    description: 'The project after the add; its new listings are pending.',
    schema: ProjectSchema,
  },
  errors: ['not_found', 'invalid_directories', 'nothing_to_submit', 'allowance_exhausted'],
  takesIdempotencyKey: true,
  find: projectInPath,
  handle: ({ deps, caller, body, found }) => add(deps, caller.scope, found.id, body.directories ?? 'auto'),
});
