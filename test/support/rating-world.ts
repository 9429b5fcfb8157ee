import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { TASK_QUEUES } from '../../src/domain/task-queues.ts';
import { workflowIds } from '../../src/domain/workflow-ids.ts';
import type { ProjectObject } from '../../src/resources/project.ts';
import { searchAttributes } from '../../workflows/search-attributes.ts';
import { eventually } from './eventually.ts';
import { expectStatus, projectBody } from './factories.ts';
import { workflowMetadata } from './operator.ts';
import { domainsOf, openPagerankReply, startRatingServer, type RatingServer } from './rating-server.ts';
import { startTestStack, startTimeSkipping, type TestStack } from './temporal.ts';

/** A stack that measures domain ratings with a server in the place of Open PageRank, and can skip time. */
export interface RatingWorld {
  env: TestWorkflowEnvironment;
  server: RatingServer;
  stack: TestStack;
  /** Gives every domain this figure of Open PageRank. */
  rateAll(figure: number): void;
  /** The domains of each request so far. */
  asked(): string[][];
  /** @returns the id of a new project */
  create(key: string, url: string): Promise<string>;
  read(key: string, id: string): Promise<ProjectObject>;
  /** Waits until a project has this rating. */
  rated(key: string, id: string, rating: number): Promise<void>;
  /** Runs what the schedule of directories runs, and returns what it says. */
  runDirectoryRatings(): Promise<string>;
  /** Tells the workflow to look. */
  look(): Promise<void>;
  details(): Promise<string>;
  stuckReason(): Promise<string | undefined>;
  /** What the workflow's timers were set to, in seconds. */
  timersS(): Promise<number[]>;
  close(): Promise<void>;
}

export async function startRatingWorld(): Promise<RatingWorld> {
  const env = await startTimeSkipping();
  const server = await startRatingServer();
  const stack = await startTestStack(env.address, {
    RATING_PROVIDER: 'open-pagerank',
    RATING_API_KEY: 'key',
    RATING_API_URL: `${server.url}/`,
  });
  let runs = 0;
  const workflow = env.client.workflow.getHandle(workflowIds.domainRatings);
  const world: RatingWorld = {
    env,
    server,
    stack,
    rateAll(figure) {
      server.answerWith((request) =>
        openPagerankReply(Object.fromEntries(domainsOf(request).map((domain) => [domain, figure]))),
      );
    },
    asked: () => server.received.map(domainsOf),
    async create(key, url) {
      const json = { ...projectBody(), url };
      return expectStatus(await stack.call('POST', '/projects', { key, json }), 201).body.id as string;
    },
    read: async (key, id) => expectStatus(await stack.call('GET', `/projects/${id}`, { key }), 200).body,
    async rated(key, id, rating) {
      await eventually(`a rating of ${rating}`, async () => (await world.read(key, id)).domain_rating === rating);
    },
    async runDirectoryRatings() {
      const run = await env.client.workflow.start('directoryRatings', {
        workflowId: `directory-ratings-${++runs}`,
        taskQueue: TASK_QUEUES.listings,
      });
      return eventually(
        'the end of the run',
        async () =>
          (await run.describe()).status.name === 'COMPLETED' &&
          (await workflowMetadata(env.client, run.workflowId))?.currentDetails,
      );
    },
    look: () => workflow.signal('look'),
    details: async () => (await workflowMetadata(env.client, workflow.workflowId))?.currentDetails ?? '',
    async stuckReason() {
      return (await workflow.describe()).typedSearchAttributes.get(searchAttributes.stuckReason);
    },
    async timersS() {
      const { events } = await workflow.fetchHistory();
      const timers = (events ?? []).map((event) => event.timerStartedEventAttributes?.startToFireTimeout);
      return timers.flatMap((timer) => (timer ? [Number(timer.seconds ?? 0) + (timer.nanos ?? 0) / 1e9] : []));
    },
    async close() {
      await stack.close();
      await server.close();
      await env.teardown();
    },
  };
  world.rateAll(5);
  await eventually('the first look', async () => /Waits for a project/.test(await world.details()));
  return world;
}
