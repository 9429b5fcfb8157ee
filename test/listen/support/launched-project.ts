import type { Call } from '../../support/api-client.ts';
import { createReadyProject, expectStatus } from '../../support/factories.ts';

export interface LaunchedProject {
  id: string;
  /** Its listings, pending at first. */
  listings: string[];
}

/** Launches a project of test mode: one event. Each `advance` of a listing is one more. */
export async function launchProject(call: Call, key: string): Promise<LaunchedProject> {
  const { id } = await createReadyProject(call, key);
  expectStatus(await call('POST', `/projects/${id}/launch`, { key, json: { auto_replace: false } }), 200);
  const { body } = expectStatus(await call('GET', `/projects/${id}/listings?limit=100`, { key }), 200);
  return { id, listings: (body.data as { id: string }[]).map((listing) => listing.id) };
}

/** Moves a listing to its next status, or to this one. */
export async function advance(call: Call, key: string, listing: string, to?: string): Promise<void> {
  const json = to === undefined ? {} : { to };
  expectStatus(await call('POST', `/test_helpers/listings/${listing}/advance`, { key, json }), 200);
}
