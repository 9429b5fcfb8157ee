import { getAccount, ping } from './account/operations.ts';
import { getEvent, listEvents } from './events/operations.ts';
import { getListing, listListings } from './listings/operations.ts';
import type { Operation } from './operation.ts';
import { addScreenshot, setLogo } from './projects/image-operations.ts';
import { launchProject } from './projects/launch-operation.ts';
import { createProject, getProject, listProjects } from './projects/operations.ts';
import { createWebhookEndpoint, getWebhookEndpoint, listDeliveries, listEndpoints } from './webhooks/operations.ts';

/** Every operation of the API, in the order of its documentation. `GET /openapi.json` stands beside them. */
export const operations: readonly Operation[] = [
  ping,
  getAccount,
  listProjects,
  createProject,
  getProject,
  setLogo,
  addScreenshot,
  launchProject,
  listListings,
  getListing,
  listEndpoints,
  createWebhookEndpoint,
  getWebhookEndpoint,
  listDeliveries,
  listEvents,
  getEvent,
];
