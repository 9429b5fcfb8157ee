import { once } from 'node:events';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { DevConfig } from '../config.ts';
import { workflowIds } from '../domain/workflow-ids.ts';
import { createAgency, type ModeKeys } from '../main/agency.ts';
import type { Running } from '../main/service.ts';
import { startStack, type Stack } from '../main/stack.ts';
import type { ProjectObject } from '../resources/project.ts';
import { createApi, type Api } from './api.ts';
import { compareFeed } from './compare-feed.ts';
import { launchProject, watchLaunch } from './demo-launch.ts';
import { presentResults, type Results } from './demo-results.ts';
import { prepareProject } from './demo-project.ts';
import { createInbox } from './inbox.ts';
import { drawProductImages } from './product-images.ts';
import { startProductSite } from './product-site.ts';
import { createProgress } from './progress.ts';
import { RECEIVER_HOST, startReceiver, type Receiver } from './receiver.ts';
import { printSummary, problemsOf, type Outcome } from './summary.ts';
import { createTerminal, type Terminal } from './terminal.ts';
import { issueCertificate } from './trust.ts';

/** Test mode at this pace takes a listing at most 70 seconds. */
const PACE = '4.5';

export interface DemoOptions {
  /** Where the stack keeps everything. */
  folder: string;
  dev: DevConfig;
  log: Logger;
  logFile: string;
  out: NodeJS.WriteStream;
  /** Whether to go on serving, until the signal, when all is shown. */
  keepServing: boolean;
  /** Ends the demo in order, wherever it is. */
  signal: AbortSignal;
}

/**
 * Starts the whole service, launches a project through the public API, shows its listings move by the webhooks that
 * arrive, and compares these with the event feed. Whatever was started is stopped again.
 *
 * @returns whether all went well
 * @throws the signal's reason, or whatever went wrong on the way
 */
export async function runDemo(options: DemoOptions): Promise<boolean> {
  const terminal = createTerminal(
    (text) => options.out.write(text),
    () => performance.now(),
  );
  const running: Running[] = [];
  try {
    return await demonstrate(options, terminal, running);
  } finally {
    terminal.print('');
    terminal.step('Stopping');
    for (const part of running.toReversed()) await part.close();
    terminal.endStep();
  }
}

async function demonstrate(options: DemoOptions, terminal: Terminal, running: Running[]): Promise<boolean> {
  const { out, signal } = options;
  const startedAt = performance.now();
  terminal.print('');
  const images = await drawProductImages();
  const site = await startProductSite(images);
  running.push(site);
  const caFile = join(options.folder, 'receiver-ca.pem');
  const receiver = await startReceiver(await issueCertificate(RECEIVER_HOST, caFile, new Date()));
  running.push(receiver);
  const stack = await startService(options, terminal, caFile);
  running.push(stack);
  signal.throwIfAborted();

  const { keys } = await createAgency(stack.service, DEMO_AGENCY);
  const api = createApi(`${stack.config.publicUrl}/v1`, keys.test.full, signal);
  const project = await prepareProject(api, terminal, { siteUrl: site.url, images, signal });
  const { inbox, progress } = await subscribe(api, terminal, receiver);
  await launchProject(api, terminal, project.id);
  await watchLaunch({ out, progress, inbox, pace: stack.config.simulationPace, signal });
  const results = await presentResults(api, terminal, { projectId: project.id, folder: options.folder, signal });

  const outcome: Outcome = {
    counts: progress.counts(),
    missing: progress.missing(),
    ...(await compareFeed(api, inbox, signal)),
    countsOfApi: await countsOfApi(api, project.id),
    tally: inbox.tally,
  };
  printSummary(terminal, outcome, performance.now() - startedAt);
  terminal.printField('report', results.reportFile);
  terminal.printField('log', options.logFile);
  if (options.keepServing) {
    printLinks(terminal, stack, { keys: keys.test, projectId: project.id, results });
    await once(signal, 'abort');
  }
  return problemsOf(outcome).length === 0;
}

const DEMO_AGENCY = { name: 'Demo agency', ownerEmail: 'owner@agency.example', liveLaunches: 1 };

function startService({ folder, dev, log }: DemoOptions, terminal: Terminal, caFile: string): Promise<Stack> {
  const settings = {
    OUTBOUND_ALLOW: `127.0.0.0/8,${RECEIVER_HOST}`,
    OUTBOUND_CA: caFile,
    SIMULATION_PACE: dev.env.SIMULATION_PACE ?? PACE,
  };
  return startStack({ folder, dev, settings, log, sdkMetricsPort: null, say: (what) => terminal.step(what) });
}

/** Registers the receiver for all events, and follows the launch by what it accepts. */
async function subscribe(api: Api, terminal: Terminal, receiver: Receiver) {
  terminal.step('Registering a webhook endpoint for all events');
  const { secret } = await api.post<{ secret: string }>('/webhook_endpoints', { url: receiver.url, events: ['*'] });
  const progress = createProgress();
  const inbox = createInbox(secret, (event) => progress.apply(event));
  receiver.deliverTo(inbox);
  return { inbox, progress };
}

async function countsOfApi(api: Api, projectId: string): Promise<Outcome['countsOfApi']> {
  const { progress } = await api.get<ProjectObject>(`/projects/${projectId}`);
  if (!progress) throw new Error(`The API tells no progress of ${projectId}, which was launched.`);
  return progress;
}

function printLinks(
  terminal: Terminal,
  { config, temporalUiUrl }: Stack,
  { keys, projectId, results }: { keys: ModeKeys; projectId: string; results: Results },
): void {
  const baseUrl = `${config.publicUrl}/v1`;
  terminal.printField('API', baseUrl);
  terminal.printField('share page', results.shareUrl);
  if (temporalUiUrl) {
    const workflow = encodeURIComponent(workflowIds.launch(projectId));
    const namespace = encodeURIComponent(config.temporalNamespace);
    terminal.printField('workflow', `${temporalUiUrl}/namespaces/${namespace}/workflows/${workflow}`);
  }
  terminal.print('\n  Read the project and its listings with:\n');
  for (const path of [`/projects/${projectId}`, `/projects/${projectId}/listings`]) {
    terminal.print(`curl -H 'Authorization: Bearer ${keys.read}' ${baseUrl}${path}`);
  }
  terminal.print('\n  Serving until Ctrl-C.');
}
