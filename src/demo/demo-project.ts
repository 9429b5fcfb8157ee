import { setTimeout as delay } from 'node:timers/promises';
import type { ProjectObject } from '../resources/project.ts';
import type { Api } from './api.ts';
import type { ProductImages } from './product-images.ts';
import type { Terminal } from './terminal.ts';

const AUTOFILL_TIMEOUT_MS = 120_000;
const POLL_MS = 200;

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

async function autofilled(api: Api, id: string, signal: AbortSignal): Promise<ProjectObject> {
  const deadline = performance.now() + AUTOFILL_TIMEOUT_MS;
  for (;;) {
    const project = await api.get<ProjectObject>(`/projects/${id}`);
    if (project.autofill.status === 'complete') return project;
    if (project.autofill.status === 'failed') throw new Error(`The site ${project.url} could not be read.`);
    if (performance.now() > deadline) throw new Error(`The site ${project.url} was not read in time.`);
    await delay(POLL_MS, undefined, { signal });
  }
}

function printFindings({ name, tagline, short_description: description, autofill }: ProjectObject, terminal: Terminal) {
  terminal.printField('name', name);
  terminal.printField('tagline', tagline ?? 'none');
  terminal.printField('description', description ?? 'none');
  for (const { suggested_as: use, url, width, height } of autofill.image_candidates) {
    terminal.printField(use, `${url} (${width} × ${height})`);
  }
}
