import { fileURLToPath } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import {
  bundleWorkflowCode,
  DefaultLogger,
  NativeConnection,
  Worker,
  type WorkerOptions,
  type WorkflowBundle,
} from '@temporalio/worker';
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
import { giveUpAtShutdown } from '../temporal/give-up-at-shutdown.ts';
import { createPublish } from '../temporal/publish.ts';
import { ensureSchedules } from '../temporal/schedules.ts';
import { registerSearchAttributes } from '../temporal/search-attributes.ts';
import type { CheckedPart, Service } from './service.ts';

/** For activities; a webhook's attempt takes 10 seconds at most. */
const SHUTDOWN_GRACE = '20 seconds';
const SITES_AT_ONCE = 20;
/** One is being drawn while another is read or stored. */
const DOCUMENTS_AT_ONCE = 2;

/** Builds the workflow code once, for any number of workers. */
export function bundleWorkflows(): Promise<WorkflowBundle> {
  const workflowsPath = fileURLToPath(new URL('../../workflows/index.ts', import.meta.url));
  return bundleWorkflowCode({ workflowsPath, logger: new DefaultLogger('WARN') });
}

/**
 * Runs workflows, activities, the outbox relay and the webhook dispatcher until it is closed.
 *
 * @param workflowBundle as `bundleWorkflows` makes it; made when absent
 */
export async function startWorker(
  config: Config,
  service: Service,
  log: Logger,
  workflowBundle?: WorkerOptions['workflowBundle'],
): Promise<CheckedPart> {
  const { temporalAddress: address, temporalNamespace: namespace } = config;
  const connection = await Connection.connect({ address });
  const client = new Client({ connection, namespace });
  await registerSearchAttributes(connection, namespace, Object.values(searchAttributes));
  await ensureSchedules(client);

  const documents = createDocumentBuilder();
  const nativeConnection = await NativeConnection.connect({ address });
  const shared = {
    connection: nativeConnection,
    namespace,
    activities: createActivities({ ...service, documents, simulationPace: config.simulationPace }),
    shutdownGraceTime: SHUTDOWN_GRACE,
    interceptors: { activity: [giveUpAtShutdown] },
  };
  const workers = [
    await Worker.create({
      ...shared,
      taskQueue: TASK_QUEUES.listings,
      workflowBundle: workflowBundle ?? (await bundleWorkflows()),
      // A worker that shuts down would lose what it is handed with the answer to a workflow task.
      maxEagerActivityReservationsPerWorkflowTask: 0,
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
