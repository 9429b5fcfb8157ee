import { Type } from 'typebox';
import { ServiceError, validationFailed } from '../../errors.ts';
import { hasScreenshot } from '../../db/finders/images.ts';
import { ImageError, processImage } from '../../images/process-image.ts';
import { fetchImage } from '../../outbound/fetch-image.ts';
import { IMAGE_SOURCE, READY, WITHOUT_LOGO, WITHOUT_SCREENSHOTS } from '../../resources/examples/project.ts';
import { component, object } from '../../resources/schema-kit.ts';
import { ProjectSchema } from '../../resources/project.ts';
import { deleteLogo as removeLogo, deleteScreenshot as removeScreenshot } from '../../services/images/delete-image.ts';
import { addScreenshot as storeScreenshot, setLogo as storeLogo } from '../../services/images/store-image.ts';
import { countHourly, type HourlyLimit } from '../../services/limits/count-use.ts';
import type { AppDeps } from '../app-deps.ts';
import { operation } from '../operation.ts';
import { projectInPath } from './operations.ts';
import type { Caller } from '../../services/accounts/authenticate.ts';

const ImageSourceSchema = component(
  'ImageSource',
  object({ url: Type.String({ maxLength: 2_048, format: 'web-url' }) }),
);

/** Images imported by URL, logos and screenshots together (specification part 8). */
const IMPORTS: HourlyLimit = { name: 'imports', most: 60, message: 'At most 60 images an hour are imported by URL.' };

const shared = {
  tag: 'Projects' as const,
  body: ImageSourceSchema,
  upload: true,
  errors: ['not_found', 'image_unreachable'] as const,
  find: projectInPath,
};

export const setLogo = operation({
  ...shared,
  id: 'setLogo',
  method: 'PUT',
  path: '/projects/{project_id}/logo',
  summary: 'Set the logo by upload or from a URL',
  description:
    'Replaces the logo. Send the file as `multipart/form-data`, or a `url`, which is fetched before the answer. The bytes decide what it is, and it is stored as PNG without metadata.',
  bodyExamples: { from_a_url: IMAGE_SOURCE },
  success: { status: 200, description: 'The project with its new logo.', schema: ProjectSchema, example: READY },
  async handle({ deps, caller, body, file, found }) {
    const png = await readImage(deps, caller, { file, url: body.url }, 'logo');
    return storeLogo(deps, caller.scope, found.id, png);
  },
});

export const addScreenshot = operation({
  ...shared,
  id: 'addScreenshot',
  method: 'POST',
  path: '/projects/{project_id}/screenshots',
  summary: 'Add a screenshot by upload or from a URL',
  description:
    'Adds a picture after those that the project has, up to 5. Send the file as `multipart/form-data`, or a `url`, which is fetched before the answer.',
  bodyExamples: { from_a_url: IMAGE_SOURCE },
  success: {
    status: 201,
    description: 'The project with the screenshot added.',
    schema: ProjectSchema,
    example: READY,
  },
  async handle({ deps, caller, body, file, found }) {
    const png = await readImage(deps, caller, { file, url: body.url }, 'screenshot');
    return storeScreenshot(deps, caller.scope, found.id, png);
  },
});

export const deleteLogo = operation({
  id: 'deleteLogo',
  method: 'DELETE',
  path: '/projects/{project_id}/logo',
  tag: 'Projects',
  summary: 'Take the logo away, even while it is imported',
  description: 'The project then lacks what a launch needs, unless another logo is set.',
  success: { status: 200, description: 'The project without a logo.', schema: ProjectSchema, example: WITHOUT_LOGO },
  errors: ['not_found'],
  find: projectInPath,
  handle: ({ deps, caller, found }) => removeLogo(deps, caller.scope, found.id),
});

export const deleteScreenshot = operation({
  id: 'deleteScreenshot',
  method: 'DELETE',
  path: '/projects/{project_id}/screenshots/{image_id}',
  tag: 'Projects',
  summary: 'Take a screenshot away; those after it move up',
  description: 'Takes one away; the others keep their order. To change the order, delete and add.',
  success: {
    status: 200,
    description: 'The project with its other screenshots.',
    schema: ProjectSchema,
    example: WITHOUT_SCREENSHOTS,
  },
  errors: ['not_found'],
  find: {
    kind: 'screenshot',
    by: async ({ db }: AppDeps, { scope }: Caller, projectId: string, imageId: string) =>
      (await hasScreenshot(db, scope, projectId, imageId)) ? { projectId, imageId } : null,
  },
  handle: ({ deps, caller, found }) => removeScreenshot(deps, caller.scope, found),
});

/** The image that a request brings, ready to be stored. What is wrong with it is said of `file` or `url`. */
async function readImage(
  deps: AppDeps,
  caller: Caller,
  { file, url }: { file: Buffer | null; url: string },
  kind: 'logo' | 'screenshot',
): Promise<Buffer> {
  const param = file ? 'file' : 'url';
  try {
    return await processImage(file ?? (await download(deps, caller, url)), kind);
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    throw error.kind === 'image_too_large'
      ? validationFailed(
          [{ param, code: 'too_large' }],
          'An image has at most 5 MB, 40 megapixels and 65,535 pixels a side.',
        )
      : validationFailed([{ param, code: 'invalid_format' }], 'The image must be a whole PNG, JPEG, GIF or WebP.');
  }
}

async function download(deps: AppDeps, caller: Caller, url: string): Promise<Buffer> {
  await countHourly(deps, IMPORTS, caller.scope);
  const fetched = await fetchImage(deps.fetch, url);
  if (fetched === 'image_too_large') throw new ImageError('image_too_large');
  if (fetched === 'image_unreachable') {
    throw new ServiceError('image_unreachable', 'The image could not be downloaded from this URL.', { param: 'url' });
  }
  return fetched;
}
