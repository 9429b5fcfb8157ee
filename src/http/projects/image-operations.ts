import { Type } from 'typebox';
import { ServiceError, validationFailed } from '../../errors.ts';
import { ImageError, processImage } from '../../images/process-image.ts';
import { fetchImage } from '../../outbound/fetch-image.ts';
import { component, object } from '../../resources/schema-kit.ts';
import { ProjectSchema } from '../../resources/project.ts';
import { addScreenshot as storeScreenshot, setLogo as storeLogo } from '../../services/images/store-image.ts';
import { countImport } from '../../services/images/count-import.ts';
import type { AppDeps } from '../app-deps.ts';
import { operation } from '../operation.ts';
import { projectInPath } from './operations.ts';
import type { Caller } from '../../services/accounts/authenticate.ts';

const ImageSourceSchema = component(
  'ImageSource',
  object({ url: Type.String({ maxLength: 2_048, format: 'web-url' }) }),
);

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
  success: { status: 200, description: 'The project with its new logo.', schema: ProjectSchema },
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
  success: { status: 201, description: 'The project with the screenshot added.', schema: ProjectSchema },
  async handle({ deps, caller, body, file, found }) {
    const png = await readImage(deps, caller, { file, url: body.url }, 'screenshot');
    return storeScreenshot(deps, caller.scope, found.id, png);
  },
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
      ? validationFailed([{ param, code: 'too_large' }], 'An image has at most 5 MB and 40 megapixels.')
      : validationFailed([{ param, code: 'invalid_format' }], 'The image must be a whole PNG, JPEG, GIF or WebP.');
  }
}

async function download(deps: AppDeps, caller: Caller, url: string): Promise<Buffer> {
  await countImport(deps, caller.scope);
  const fetched = await fetchImage(deps.fetch, url);
  if (fetched === 'image_too_large') throw new ImageError('image_too_large');
  if (fetched === 'image_unreachable') {
    throw new ServiceError('image_unreachable', 'The image could not be downloaded from this URL.', { param: 'url' });
  }
  return fetched;
}
