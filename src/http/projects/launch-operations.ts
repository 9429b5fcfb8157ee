import { Type } from 'typebox';
import { CHOSEN } from '../../resources/examples/ids.ts';
import { LAUNCHED, WITH_ADDED } from '../../resources/examples/launched-project.ts';
import { READINESS } from '../../resources/examples/readiness.ts';
import { ProjectSchema } from '../../resources/project.ts';
import { ReadinessSchema } from '../../resources/readiness.ts';
import { component, documentedAs, id, object, oneOf } from '../../resources/schema-kit.ts';
import { addDirectories as add } from '../../services/projects/add-directories.ts';
import type { DirectoryChoice } from '../../services/projects/choose-directories.ts';
import { launchProject as launch } from '../../services/projects/launch-project.ts';
import { readReadiness } from '../../services/projects/read-readiness.ts';
import { operation } from '../operation.ts';
import { projectInPath } from './operations.ts';

const ids = Type.Array(id('directory'), { minItems: 1, maxItems: 100, uniqueItems: true });
const optionalIds = Type.Optional(ids);

/** `auto`, or an object with exactly one of its members. Written so that a wrong value gives one plain error. */
const DirectoryChoiceSchema = component(
  'DirectoryChoice',
  documentedAs(
    Type.Unsafe<DirectoryChoice>({
      ...object({ include: optionalIds, exclude: optionalIds }, { minProperties: 1, maxProperties: 1 }),
      type: ['string', 'object'],
      if: { type: 'string' },
      then: { enum: ['auto'] },
    }),
    { oneOf: [oneOf(['auto']), object({ include: ids }), object({ exclude: ids })] },
  ),
);

export const getReadiness = operation({
  id: 'getReadiness',
  method: 'GET',
  path: '/projects/{project_id}/readiness',
  tag: 'Launch',
  summary: 'Preview what a launch, or an add to a launched project, would do',
  description: `Shows before you spend anything how many directories \`auto\` would choose, what is missing, and what would open more: the badge,
    competitors or a promo code. For a launched project it shows what an add from the free allowance would do.`,
  success: { status: 200, description: 'The preview. It costs nothing.', schema: ReadinessSchema, example: READINESS },
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
  description: `Spends 1 launch and makes a \`pending\` listing for each chosen directory, up to 100. Without a body it chooses by itself (\`auto\`). Listings
    above the account's capacity wait and start as slots come free. One event \`project.launched\` is sent; a refused launch spends nothing.`,
  body: component(
    'Launch',
    object({ directories: Type.Optional(DirectoryChoiceSchema), auto_replace: Type.Optional(Type.Boolean()) }),
  ),
  bodyExamples: {
    automatic: {},
    named: { directories: { include: CHOSEN } },
    all_but: { directories: { exclude: CHOSEN } },
  },
  success: {
    status: 200,
    description: 'The project right after the launch.',
    schema: ProjectSchema,
    example: LAUNCHED,
  },
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
  description: `Uses what is free of the 100 directories of a launched project: it costs no launch. A directory that has a listing of the project cannot
    be added again. Auto-replace does the same by itself. One event \`project.listings_added\` is sent.`,
  body: component('AddListings', object({ directories: Type.Optional(DirectoryChoiceSchema) })),
  bodyExamples: { automatic: {}, named: { directories: { include: CHOSEN } } },
  success: {
    status: 200,
    description: 'The project after the add; its new listings are pending.',
    schema: ProjectSchema,
    example: WITH_ADDED,
  },
  errors: ['not_found', 'invalid_directories', 'nothing_to_submit', 'allowance_exhausted'],
  takesIdempotencyKey: true,
  find: projectInPath,
  handle: ({ deps, caller, body, found }) => add(deps, caller.scope, found.id, body.directories ?? 'auto'),
});
