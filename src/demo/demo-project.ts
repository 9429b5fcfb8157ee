import type { ProjectObject } from '../resources/project.ts';
import type { Api } from './api.ts';
import { poll } from './poll.ts';
import type { ProductImages } from './product-images.ts';
import type { Terminal } from './terminal.ts';

const DETAILS = {
  contact_email: 'hello@fernwick.example',
  category: 'saas',
  pricing_model: 'freemium',
  audience: { b2b: true },
  competitors: [
    { name: 'Dashcove', url: 'https://dashcove.example' },
    { name: 'Metric Orchard', url: 'https://metricorchard.example' },
    { name: 'Plainboard', url: 'https://plainboard.example' },
  ],
  promo_code: 'FERN20',
};

/** Creates the project of a site and completes it until it is ready for its launch. */
export async function prepareProject(
  api: Api,
  terminal: Terminal,
  { siteUrl, images, signal }: { siteUrl: string; images: ProductImages; signal: AbortSignal },
): Promise<ProjectObject> {
  terminal.step('Creating a project; the service reads its site');
  const { id } = await api.post<ProjectObject>('/projects', { url: siteUrl, ...DETAILS });
  const filled = await autofilled(api, id, signal);
  terminal.endStep();
  printFindings(filled, terminal);

  terminal.step('Uploading a logo and a screenshot');
  await api.upload('PUT', `/projects/${id}/logo`, images.icon);
  return api.upload<ProjectObject>('POST', `/projects/${id}/screenshots`, images.screenshot);
}

function autofilled(api: Api, id: string, signal: AbortSignal): Promise<ProjectObject> {
  const isComplete = ({ autofill, url }: ProjectObject) => {
    if (autofill.status === 'failed') throw new Error(`The site ${url} could not be read.`);
    return autofill.status === 'complete';
  };
  return poll(() => api.get(`/projects/${id}`), isComplete, {
    late: ({ url }: ProjectObject) => `The site ${url} was not read in time.`,
    signal,
  });
}

function printFindings({ name, tagline, short_description: description, autofill }: ProjectObject, terminal: Terminal) {
  terminal.printField('name', name);
  terminal.printField('tagline', tagline ?? 'none');
  terminal.printField('description', description ?? 'none');
  for (const { suggested_as: use, url, width, height } of autofill.image_candidates) {
    terminal.printField(use, `${url} (${width} × ${height})`);
  }
}
