import { Client, Connection } from '@temporalio/client';
import { NativeConnection, Worker, type ActivityInterceptorsFactory, type WorkerOptions } from '@temporalio/worker';
import type { Logger } from 'pino';
import { createActivities } from '../../activities/index.ts';
import { searchAttributes } from '../../workflows/search-attributes.ts';
import type { Config } from '../config.ts';
import { createDocumentBuilder } from '../documents/document-builder.ts';
import { TASK_QUEUES } from '../domain/task-queues.ts';
import { workflowIds } from '../domain/workflow-ids.ts';
import { claimerCheck, pollingCheck, temporalCheck } from '../operations/checks.ts';
import { createWebhookPoster } from '../outbound/webhook-post.ts';
import { startClaimer } from '../outbox/claimer.ts';
import { createDispatcher } from '../outbox/dispatcher.ts';
import { writeOutbox } from '../outbox/record.ts';
import { createRelay } from '../outbox/relay.ts';
import { countParked } from '../temporal/count-parked.ts';
import { giveUpAtShutdown } from '../temporal/give-up-at-shutdown.ts';
import { observeActivities } from '../temporal/observe-activities.ts';
import { createPublish } from '../temporal/publish.ts';
import { ensureSchedules } from '../temporal/schedules.ts';
import { registerSearchAttributes } from '../temporal/search-attributes.ts';
import { traceActivities, traceMessages } from '../temporal/trace-headers.ts';
import type { CheckedPart, Service } from './service.ts';
import { builtWorkflows, bundleWorkflows } from './workflow-bundle.ts';

/** For activities; a webhook's attempt takes 10 seconds at most. */
const SHUTDOWN_GRACE = '20 seconds';
const SITES_AT_ONCE = 20;
/** One is being drawn while another is read or stored. */
const DOCUMENTS_AT_ONCE = 2;

export interface StartedWorker extends CheckedPart {
  /** How many listings cannot go on by themselves. */
  countParked(): Promise<number>;
}

/**
 * Runs workflows, activities, the outbox relay and the webhook dispatcher until it is closed.
 *
 * @param workflowBundle as `bundleWorkflows` makes it; when absent the built one, else made
 * @param activityInterceptors outermost around every activity, the local ones too
 */
export async function startWorker(
  config: Config,
  service: Service,
  log: Logger,
  workflowBundle?: WorkerOptions['workflowBundle'],
  activityInterceptors: ActivityInterceptorsFactory[] = [],
): Promise<StartedWorker> {
  const { temporalAddress: address, temporalNamespace: namespace } = config;
  const connection = await Connection.connect({ address });
  const interceptors = service.trace.isOn ? { workflow: [traceMessages(service.trace)] } : {};
  const client = new Client({ connection, namespace, interceptors });
  await registerSearchAttributes(connection, namespace, Object.values(searchAttributes));
  await ensureSchedules(client);

  const documents = createDocumentBuilder();
  const nativeConnection = await NativeConnection.connect({ address });
  const shared = {
    connection: nativeConnection,
    namespace,
    activities: createActivities({ ...service, documents, simulationPace: config.simulationPace }),
    interceptors: { activity: [...activityInterceptors, ...ownInterceptors(service)] },
    shutdownGraceTime: SHUTDOWN_GRACE,
  };
  const workers = [
    await Worker.create({
      ...shared,
      taskQueue: TASK_QUEUES.listings,
      workflowBundle: workflowBundle ?? (await builtWorkflows()) ?? (await bundleWorkflows()),
      // An activity holds a connection at most at a time, so activities together never exceed the pool.
      maxConcurrentActivityTaskExecutions: Math.max(1, Math.floor(config.databasePoolSize / 4)),
      maxConcurrentLocalActivityExecutions: Math.max(1, Math.floor(config.databasePoolSize / 2)),
    }),
    await Worker.create({
      ...shared,
      taskQueue: TASK_QUEUES.sites,
      // These wait for other servers and hold no connection meanwhile.
      maxConcurrentActivityTaskExecutions: SITES_AT_ONCE,
    }),
    await Worker.create({
      ...shared,
      taskQueue: TASK_QUEUES.documents,
      maxConcurrentActivityTaskExecutions: DOCUMENTS_AT_ONCE,
    }),
  ];
  const running = Promise.all(workers.map((worker) => worker.run()));

  const poster = createWebhookPoster({ policy: service.policy, extraCa: config.outboundCa });
  const dispatcher = createDispatcher({ ...service, poster, log });
  const relay = createRelay({ ...service, publish: createPublish(client), log });
  const claimer = startClaimer({
    databaseUrl: config.databaseUrl,
    consumers: {
      outbox: relay.consume,
      deliveries: dispatcher.consume,
    },
    log,
  });
  // These go on for ever, whatever was lost; and this process may have other settings.
  const { domainRatings, catalogChanges } = workflowIds;
  await writeOutbox(
    service.db.sql,
    [domainRatings, catalogChanges].map((target) => ({ kind: 'wake', target })),
  );
  service.wake('outbox');
  if (!service.mailer) log.warn('no mail is sent to owners: set SMTP_URL or MAIL_DIR');
  log.info({ address, namespace }, 'the worker runs');

  return {
    checks: [temporalCheck(connection, namespace), pollingCheck(workers), claimerCheck(claimer)],
    countParked: () => countParked(client),
    async close() {
      // The SDK may have begun it at the same signal.
      for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
      // Nothing more is claimed from now on, and what this process does not get to is handed to the others at once.
      const handedBack = Promise.all([dispatcher.drain(), relay.drain()]).then(() => claimer.close());
      await running;
      await handedBack;
      await documents.close();
      await poster.close();
      await nativeConnection.close();
      await connection.close();
    },
  };
}

function ownInterceptors({ observe, trace }: Service): ActivityInterceptorsFactory[] {
  return [observeActivities(observe), giveUpAtShutdown, ...(trace.isOn ? [traceActivities(trace)] : [])];
}
