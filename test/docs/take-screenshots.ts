/** `npm run screenshots`: takes the pictures of docs/temporal-ui.md anew, of a service with a few listings, by Chromium. */
import { mkdir } from 'node:fs/promises';
import { Client, Connection } from '@temporalio/client';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { workflowIds } from '../../src/domain/workflow-ids.ts';
import { setDriver } from '../../src/services/drivers/set-driver.ts';
import { descriptionOf } from '../support/directory-world.ts';
import { startDirectoryServer } from '../support/directory-server.ts';
import { eventually } from '../support/eventually.ts';
import { createReadyProject, expectStatus } from '../support/factories.ts';
import { startTestPostgres, stopTestPostgres } from '../support/postgres.ts';
import { endTemporal } from '../support/temporal-runtime.ts';
import { startDevServer, startTestStack, type TestStack } from '../support/temporal.ts';
import { findChromium, launchChromium } from '../http/pages/support/chromium.ts';
import { projectFile } from './support/read-samples.ts';

const FOLDER = projectFile('docs/images');
const LISTINGS = 12;
const STUCK = 'WorkflowType = "listing" AND StuckReason IS NOT NULL AND ExecutionStatus = "Running"';
const VIEWS = {
  Stuck: STUCK,
  'To submit': 'WorkflowType = "listing" AND Livemode = true AND ListingStatus = "in_progress"',
};
const OPERATOR = 'maria@listings.example';

const chromium = await findChromium();
if ('missing' in chromium) throw new Error(chromium.missing);
await mkdir(FOLDER, { recursive: true });
await startTestPostgres();
const temporal = await startDevServer();
const directoryServer = await startDirectoryServer();
directoryServer.answerWith(() => ({ status: 422, body: 'The category is not one of ours.' }));
const stack = await startTestStack(temporal.address);
const connection = await Connection.connect({ address: temporal.address });
const client = new Client({ connection, identity: OPERATOR });
const browser = await launchChromium(chromium.executable);
try {
  const { stuck, live } = await makeListings(stack);
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await takeAll(page, stuck, live);
} finally {
  await browser.close();
  await connection.close();
  await stack.close();
  await directoryServer.close();
  await temporal.stop();
  await stopTestPostgres();
  await endTemporal();
}

/** A live launch: one listing is parked, the others wait for an operator, who has reported on some. */
async function makeListings(stack: TestStack): Promise<{ stuck: string; live: string }> {
  const { call, service } = stack;
  const { keys } = await stack.newAgency();
  const key = keys.live.full;
  const { rows } = await service.db.pool.query<{ id: string }>(
    `select id from directory where open and accepts = 'any' and requirements = '{}' and categories = '{}'
     and pricing_models = '{}' order by domain_rating desc, id limit ${LISTINGS}`,
  );
  const directories = rows.map(({ id }) => id);
  await setDriver(service, directories[1]!, descriptionOf(directoryServer.url));
  const { id } = await createReadyProject(call, key, { name: 'Acme Tools', tagline: 'Tools that ship' });
  const launch = { directories: { include: directories } };
  expectStatus(await call('POST', `/projects/${id}/launch`, { key, json: launch }), 200);
  const page = expectStatus(await call('GET', `/projects/${id}/listings?limit=100`, { key }), 200).body;
  const listings = page.data as { id: string; directory: { id: string } }[];
  const stuck = listings.find(({ directory }) => directory.id === directories[1])!.id;
  const others = listings.map((listing) => listing.id).filter((listing) => listing !== stuck);
  for (const listing of others.slice(0, 5)) await report(listing, { to: 'submitted' });
  await report(others[0]!, { to: 'live', live_url: 'https://directory.example/acme-tools' });
  await eventually('the parked listing', async () => {
    const found = client.workflow.list({ query: STUCK });
    for await (const workflow of found) return workflow.workflowId === workflowIds.listing(stuck);
    return false;
  });
  return { stuck, live: others[0]! };
}

async function report(listing: string, outcome: object): Promise<void> {
  const handle = client.workflow.getHandle(workflowIds.listing(listing));
  await eventually(`${listing} to take an outcome`, () =>
    handle.executeUpdate('reportOutcome', { args: [outcome] }).then(
      () => true,
      () => false,
    ),
  );
}

async function takeAll(page: Page, stuck: string, live: string): Promise<void> {
  const workflows = `${temporal.uiUrl}/namespaces/default/workflows`;
  for (const [name, query] of Object.entries(VIEWS)) {
    await page.goto(`${workflows}?query=${encodeURIComponent(query)}`);
    await page.getByText('listing/lst_').first().waitFor();
    await page.getByRole('button', { name: 'Save as New' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill(name);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  }
  await take(page, 'saved-views');

  await page.goto(`${workflows}/${await runOf(stuck)}/history`);
  await page.getByText('User Metadata').click();
  await page.getByText('Current Details').first().waitFor();
  await take(page, 'stuck-listing');

  await page.getByRole('button', { name: 'More Actions' }).click();
  await page
    .getByRole('menuitem', { name: 'Send an Update' })
    .or(page.getByText('Send an Update').locator('visible=true'))
    .first()
    .click();
  await page.getByText('Update Name').locator('visible=true').or(page.getByRole('dialog')).first().waitFor();
  await take(page, 'send-an-update');

  await page.goto(`${workflows}/${await runOf(live)}/history`);
  await page.getByText('Workflow Execution Update Accepted').locator('visible=true').first().click();
  await page.getByText(OPERATOR).first().scrollIntoViewIfNeeded();
  await take(page, 'who-did-it');
}

async function runOf(listing: string): Promise<string> {
  const { workflowId, runId } = await client.workflow.getHandle(workflowIds.listing(listing)).describe();
  return `${encodeURIComponent(workflowId)}/${runId}`;
}

/** As WebP, which is a tenth of a PNG. */
async function take(page: Page, name: string): Promise<void> {
  const { size } = await sharp(await page.screenshot())
    .webp({ quality: 80 })
    .toFile(`${FOLDER}/${name}.webp`);
  console.log(`docs/images/${name}.webp: ${Math.round(size / 1024)} KiB`);
}
