import { Type } from 'typebox';
import { component, object, oneOf } from '../../resources/schema-kit.ts';
import { ProjectSchema } from '../../resources/project.ts';
import { launchProject as launch } from '../../services/projects/launch-project.ts';
import { operation } from '../operation.ts';
import { projectInPath } from './operations.ts';

const LaunchSchema = component(
  'Launch',
  object({
    directories: Type.Optional(oneOf(['auto'])),
    auto_replace: Type.Optional(Type.Boolean()),
  }),
);

export const launchProject = operation({
  id: 'launchProject',
  method: 'POST',
  path: '/projects/{project_id}/launch',
  tag: 'Launch',
  summary: 'Launch a draft on the best directories that it qualifies for',
  body: LaunchSchema,
  success: { status: 200, description: 'The project right after the launch.', schema: ProjectSchema },
  errors: ['not_found', 'no_launches_left', 'already_launched', 'not_ready', 'nothing_to_submit'],
  find: projectInPath,
  handle: ({ deps, caller, body, found }) => launch(deps, caller.scope, found.id, body),
});
