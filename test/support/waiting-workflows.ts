/** One running workflow of every type, each waiting for something: what operators see, and what is recorded for replay. */
import type { Scope } from '../../src/db/scope.ts';
import { workflowIds } from '../../src/domain/workflow-ids.ts';
import { setDriver } from '../../src/services/drivers/set-driver.ts';
import { requestReplay } from '../../src/services/webhooks/request-replay.ts';
import { startDirectoryServer, type DirectoryServer } from './directory-server.ts';
import { descriptionOf } from './directory-world.ts';
import { createReadyProject, expectStatus, projectBody } from './factories.ts';
import { eventually } from './eventually.ts';
import { startHangingSite } from './hanging-site.ts';
import { recordEvents } from './missed-events.ts';
import { startReceiver } from './receiver.ts';
import { startTestStack, type TestStack } from './temporal.ts';

export interface WaitingWorkflows {
  stack: TestStack;
  /** Workflow ids by type; the listings are one of test mode, one of an operator's and one that is submitted by HTTP. */
  ids: Record<
    | 'launch'
    | 'listing'
    | 'liveListing'
    | 'httpListing'
    | 'accountCapacity'
    | 'catalogChanges'
    | 'domainRatings'
    | 'endpointHealth'
    | 'projectIntake'
    | 'report'
    | 'webhookDelivery'
    | 'webhookReplay',
    string
  >;
  /** The key of the live listing's mode, and that of the others. */
  liveKey: string;
  testKey: string;
  /** Where the listing by HTTP is submitted; it fails at first. */
  directory: DirectoryServer;
  close(): Promise<void>;
}

/** @param pace of test mode: slow ones stay where they are, fast ones go through their life */
export async function startWaitingWorkflows(temporalAddress: string, pace: number): Promise<WaitingWorkflows> {
  const site = await startHangingSite();
  const receiver = await startReceiver();
  receiver.answerWith(() => 500);
  const stack = await startTestStack(temporalAddress, { ...receiver.settings, SIMULATION_PACE: String(pace) });
  const { accountId, keys } = await stack.newAgency();
  const key = keys.test.full;
  const { call } = stack;

  const slow = await call('POST', '/projects', { key, json: projectBody({ url: site.url }) });
  const hook = { url: receiver.url, events: ['project.launched'] };
  const endpoint = expectStatus(await call('POST', '/webhook_endpoints', { key, json: hook }), 201).body;
  const test = await launch(stack, key, {});
  const live = await launch(stack, keys.live.full, { url: 'https://acme-tools.io' });
  const directory = await startDirectoryServer();
  directory.answerWith(() => ({ status: 500 }));
  const http = await describeOne(stack, keys.live.full, live, directory.url);
  const delivery = await eventually('a failed first attempt', async () => {
    const page = await call('GET', `/webhook_endpoints/${endpoint.id}/deliveries`, { key });
    return page.body.data.find(({ attempts }: { attempts: number }) => attempts === 1);
  });
  return {
    stack,
    ids: {
      launch: `launch/${test.project}`,
      listing: `listing/${test.listing}`,
      liveListing: `listing/${live.listing}`,
      httpListing: `listing/${http}`,
      accountCapacity: `capacity/${accountId}/test`,
      catalogChanges: 'catalog-changes',
      domainRatings: 'domain-ratings',
      endpointHealth: `endpoint/${endpoint.id}`,
      projectIntake: `intake/${expectStatus(slow, 201).body.id}`,
      webhookDelivery: `delivery/${delivery.id}`,
      report: `report/${await buildReport(stack, key, test.project)}`,
      webhookReplay: await replayToFailing(stack, { account_id: accountId, livemode: false }, key, receiver.url),
    },
    liveKey: keys.live.full,
    testKey: key,
    directory,
    async close() {
      await site.close();
      await stack.close();
      await directory.close();
      await receiver.close();
    },
  };
}

/** Launches a project and waits until its first listing is being worked on. */
async function launch({ call }: TestStack, key: string, overrides: Record<string, unknown>) {
  const { id: project } = await createReadyProject(call, key, overrides);
  expectStatus(await call('POST', `/projects/${project}/launch`, { key, json: { auto_replace: false } }), 200);
  const listing = await eventually('a listing in progress', async () => {
    const page = await call('GET', `/projects/${project}/listings?status=in_progress&limit=1`, { key });
    return page.body.data[0];
  });
  return { project, listing: listing.id as string };
}

/** Builds a report and returns it when it waits to expire. */
async function buildReport({ call }: TestStack, key: string, project: string): Promise<string> {
  const path = `/projects/${project}/reports`;
  const { id } = expectStatus(await call('POST', path, { key, json: { format: 'xlsx' } }), 201).body as { id: string };
  await eventually(
    'a ready report',
    async () => (await call('GET', `/reports/${id}`, { key })).body.status === 'ready',
    60_000,
  );
  return id;
}

/** Describes the directory of another listing of a launched project, and returns that listing. */
async function describeOne(
  { call, service }: TestStack,
  key: string,
  launched: { project: string; listing: string },
  url: string,
): Promise<string> {
  const page = await call('GET', `/projects/${launched.project}/listings?status=in_progress&limit=2`, { key });
  const others = page.body.data as { id: string; directory: { id: string } }[];
  const { id, directory } = others.find((listing) => listing.id !== launched.listing)!;
  await setDriver(service, directory.id, descriptionOf(url));
  return id;
}

/** Replays what an endpoint missed while it was disabled, one at a time because it fails. @returns the workflow's id */
async function replayToFailing({ call, service, clock }: TestStack, scope: Scope, key: string, url: string) {
  const hook = { url, events: ['report.failed'], enabled: false };
  const { id } = expectStatus(await call('POST', '/webhook_endpoints', { key, json: hook }), 201).body;
  const since = clock.now();
  await recordEvents(service, scope, 'report.failed', 30);
  expectStatus(await call('PATCH', `/webhook_endpoints/${id}`, { key, json: { enabled: true } }), 200);
  expectStatus(await call('POST', `/webhook_endpoints/${id}/test`, { key }), 201);
  await eventually('the endpoint to fail', async () => {
    const page = await call('GET', `/webhook_endpoints/${id}/deliveries`, { key });
    return page.body.data[0]?.attempts === 1;
  });
  const { replay } = await requestReplay(service, scope, id as string, since);
  return workflowIds.replay(replay.id);
}
