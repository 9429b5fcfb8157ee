import { getAccount, ping } from './account/operations.ts';
import { getBadge, verifyBadge } from './badge/operations.ts';
import { getEvent, listEvents } from './events/operations.ts';
import { getListing, listListings } from './listings/operations.ts';
import { listEmails, listLogins } from './logins/operations.ts';
import type { Operation } from './operation.ts';
import { addScreenshot, deleteLogo, deleteScreenshot, setLogo } from './projects/image-operations.ts';
import { addListings, getReadiness, launchProject } from './projects/launch-operations.ts';
import { getDirectory, listDirectories } from './directories/operations.ts';
import { createProject, deleteProject, getProject, listProjects, updateProject } from './projects/operations.ts';
import { createShareLink, getShareLink, revokeShareLink } from './share-links/operations.ts';
import { advanceListing, setTestLaunches } from './test-helpers/operations.ts';
import { createReport, downloadReport, getReport } from './reports/operations.ts';
import { listDeliveries, retryWebhookDelivery } from './webhooks/delivery-operations.ts';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  listEndpoints,
  rotateWebhookSecret,
  testWebhookEndpoint,
  updateWebhookEndpoint,
} from './webhooks/operations.ts';

/** Every operation of the API, in the order of its documentation. `GET /openapi.json` stands beside them. */
export const operations: readonly Operation[] = [
  ping,
  getAccount,
  listProjects,
  createProject,
  getProject,
  updateProject,
  deleteProject,
  setLogo,
  deleteLogo,
  addScreenshot,
  deleteScreenshot,
  getReadiness,
  launchProject,
  listListings,
  addListings,
  getListing,
  createReport,
  getReport,
  downloadReport,
  getShareLink,
  createShareLink,
  revokeShareLink,
  getBadge,
  verifyBadge,
  listDirectories,
  getDirectory,
  listEndpoints,
  createWebhookEndpoint,
  getWebhookEndpoint,
  updateWebhookEndpoint,
  deleteWebhookEndpoint,
  rotateWebhookSecret,
  testWebhookEndpoint,
  listDeliveries,
  retryWebhookDelivery,
  listEvents,
  getEvent,
  advanceListing,
  setTestLaunches,
  listLogins,
  listEmails,
];
