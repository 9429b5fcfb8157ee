import { expectStatus, createReadyProject, projectBody } from '../../support/factories.ts';
import { readyReport } from '../../support/reports.ts';
import type { TestService } from '../../support/service.ts';
import { contentOf } from '../../../src/domain/mail/mail-content.ts';
import { provideLogin } from '../../../src/services/logins/provide-login.ts';
import { storeEmail } from '../../../src/services/logins/store-email.ts';
import type { Agency } from '../../../src/main/agency.ts';

/** An agency with two of everything in test mode: each of its lists has a second page at `limit=1`. */
export interface World {
  agency: Agency;
  key: string;
  /** A launched project with 100 listings, two of them with logins, an event and deliveries of both endpoints. */
  launched: string;
  /** A draft that a launch needs nothing more of. */
  ready: string;
  /** With a login that received two emails. */
  listing: string;
  /** A screenshot of the launched project. */
  screenshot: string;
  directory: string;
  endpoint: string;
  /** To that endpoint. */
  delivery: string;
  event: string;
  /** Ready, of the draft. */
  report: string;
}

export async function buildWorld(api: TestService): Promise<World> {
  const agency = await api.newAgency();
  const key = agency.keys.test.full;
  const endpoints: string[] = [];
  for (const name of ['a', 'b']) {
    const json = { url: `https://hooks.example.com/${name}` };
    endpoints.push((expectStatus(await api.call('POST', '/webhook_endpoints', { key, json }), 201).body as Id).id);
  }
  const [first, launched, ready] = [
    await createReadyProject(api.call, key),
    await createReadyProject(api.call, key),
    await createReadyProject(api.call, key),
  ];
  for (const { id } of [first, launched]) expectStatus(await api.call('POST', `/projects/${id}/launch`, { key }), 200);
  const firstOf = async (path: string) =>
    (expectStatus(await api.call('GET', `${path}?limit=1`, { key }), 200).body as { data: [Id] }).data[0].id;
  const { data } = expectStatus(await api.call('GET', `/projects/${launched.id}/listings?limit=2`, { key }), 200)
    .body as { data: Id[] };
  const deps = { ...api.service, mailDomain: 'mail.example.com' };
  for (const { id } of data) await provideLogin(deps, id);
  const listing = data[0]!.id;
  for (const text of ['first', 'second']) {
    const content = contentOf({ from: 'a@directory.example', subject: 'Welcome', text, html: '' });
    await storeEmail(deps, listing, { content, digest: Buffer.from(text), sizeBytes: text.length });
  }
  expectStatus(await api.call('POST', `/projects/${launched.id}/share_link`, { key }), 201);
  return {
    agency,
    key,
    launched: launched.id,
    ready: ready.id,
    screenshot: (expectStatus(await api.call('GET', `/projects/${launched.id}`, { key }), 200).body as Screenshots)
      .screenshots[0].id,
    listing,
    directory: await firstOf('/directories'),
    endpoint: endpoints[0]!,
    delivery: await firstOf(`/webhook_endpoints/${endpoints[0]!}/deliveries`),
    event: await firstOf('/events'),
    report: (await readyReport(api, key, ready.id)).id,
  };
}

interface Id {
  id: string;
}

interface Screenshots {
  screenshots: [Id];
}

/** The path of an operation with ids of this world in it. */
export function pathIn(world: World, template: string): string {
  return template
    .replace('{project_id}', template.endsWith('/launch') ? world.ready : world.launched)
    .replace('{image_id}', world.screenshot)
    .replace('{listing_id}', world.listing)
    .replace('{directory_id}', world.directory)
    .replace('{webhook_endpoint_id}', world.endpoint)
    .replace('{webhook_delivery_id}', world.delivery)
    .replace('{event_id}', world.event)
    .replace('{report_id}', world.report);
}

/** A body that an operation takes, or undefined where it takes none. */
export function bodyOf(operationId: string): Record<string, unknown> | undefined {
  if (operationId === 'createProject') return projectBody();
  if (operationId === 'createReport') return { format: 'pdf' };
  if (operationId === 'updateProject') return { name: 'Another name' };
  if (operationId === 'setTestLaunches') return { available: 50 };
  if (operationId === 'updateWebhookEndpoint') return { description: 'Another description' };
  if (operationId === 'createWebhookEndpoint') return { url: 'https://hooks.example.com/new' };
  if (operationId === 'setLogo' || operationId === 'addScreenshot')
    return { url: 'https://pictures.example.com/a.png' };
  return undefined;
}
