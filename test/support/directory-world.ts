import assert from 'node:assert/strict';
import { WorkflowUpdateFailedError } from '@temporalio/client';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import type { Environment } from '../../src/config.ts';
import { workflowIds } from '../../src/domain/workflow-ids.ts';
import type { ListingObject } from '../../src/resources/listing.ts';
import { setDriver } from '../../src/services/drivers/set-driver.ts';
import { searchAttributes } from '../../workflows/search-attributes.ts';
import type { Call } from './api-client.ts';
import { startDirectoryServer, type DirectoryServer } from './directory-server.ts';
import { eventually } from './eventually.ts';
import { createReadyProject, expectStatus } from './factories.ts';
import { readFeed } from './feed.ts';
import { workflowMetadata } from './operator.ts';
import { TAKES_ANYTHING } from './open-directories.ts';
import type { TestService } from './service.ts';
import { startTestStack, startTimeSkipping } from './temporal.ts';

/** The updates that a listing's workflow takes. */
export type ListingUpdate =
  'reportOutcome' | 'askAgency' | 'settleAction' | 'correct' | 'attachProof' | 'retry' | 'resume';

/** A project submitted by HTTP, with its one listing. */
export interface Submitted {
  project: string;
  listing: string;
}

/** A stack whose first directory is a server of the test, and which can skip time. */
export interface DirectoryWorld {
  env: TestWorkflowEnvironment;
  server: DirectoryServer;
  stack: TestService;
  /** A live key. */
  key: string;
  directory: string;
  /** Describes the directory: the usual description with these members in place of its own. */
  describeDirectory(members?: Record<string, unknown>, secret?: string): Promise<void>;
  /** Launches a new project on the directory alone. */
  launch(fields?: Record<string, unknown>): Promise<Submitted>;
  read(listing: string): Promise<ListingObject>;
  /** Waits until a listing has this status. */
  reached(listing: string, status: string): Promise<ListingObject>;
  details(listing: string): Promise<string>;
  /** Waits until a listing's details say this. */
  says(listing: string, pattern: RegExp): Promise<string>;
  stuckReason(listing: string): Promise<string | undefined>;
  update(listing: string, name: ListingUpdate, ...args: unknown[]): Promise<unknown>;
  /** Asserts that an update is refused with such a sentence. */
  refuses(listing: string, name: ListingUpdate, sentence: RegExp, ...args: unknown[]): Promise<void>;
  /** The statuses that a listing has had, from its events. */
  movesOf(listing: string): Promise<string[]>;
  /** What the timers of a listing's workflow were set to, in whole seconds. */
  timersS(listing: string): Promise<number[]>;
  close(): Promise<void>;
}

/** @param settings of the service beside the usual ones */
export async function startDirectoryWorld(settings: Environment = {}): Promise<DirectoryWorld> {
  const env = await startTimeSkipping();
  const server = await startDirectoryServer();
  const stack = await startTestStack(env.address, settings);
  const key = (await stack.newAgency({ liveLaunches: 50 })).keys.live.full;
  const directory = await keepOneDirectory(stack);
  const workflow = (listing: string) => env.client.workflow.getHandle(workflowIds.listing(listing));
  const world: DirectoryWorld = {
    env,
    server,
    stack,
    key,
    directory,
    describeDirectory: (members = {}, secret) =>
      setDriver(stack.service, directory, { ...descriptionOf(server.url), ...members }, secret),
    launch: (fields = {}) => launchOn(directory, stack.call, key, fields),
    read: async (listing) => expectStatus(await stack.call('GET', `/listings/${listing}`, { key }), 200).body,
    reached: (listing, status) =>
      eventually(`${listing} to be ${status}`, async () => {
        const read = await world.read(listing);
        return read.status === status && read;
      }),
    details: async (listing) =>
      (await workflowMetadata(env.client, workflowIds.listing(listing)))?.currentDetails ?? '',
    says: (listing, pattern) =>
      eventually(`the details to say ${pattern}`, async () => {
        const details = await world.details(listing);
        return pattern.test(details) && details;
      }),
    async stuckReason(listing) {
      return (await workflow(listing).describe()).typedSearchAttributes.get(searchAttributes.stuckReason);
    },
    update: (listing, name, ...args) => workflow(listing).executeUpdate(name, { args: args as [unknown] }),
    refuses: (listing, name, sentence, ...args) =>
      assert.rejects(world.update(listing, name, ...args), (error: unknown) => {
        assert.ok(error instanceof WorkflowUpdateFailedError);
        assert.match(error.cause?.message ?? '', sentence);
        return true;
      }),
    async movesOf(listing) {
      return (await readFeed(stack.call, key))
        .filter(({ type, data }) => type.startsWith('listing.') && data.object.id === listing)
        .map(({ data }) => data.object.status);
    },
    async timersS(listing) {
      const { events } = await workflow(listing).fetchHistory();
      const timers = (events ?? []).map((event) => event.timerStartedEventAttributes?.startToFireTimeout);
      return timers.flatMap((timer) =>
        timer ? [Math.round(Number(timer.seconds ?? 0) + (timer.nanos ?? 0) / 1e9)] : [],
      );
    },
    async close() {
      await stack.close();
      await server.close();
      await env.teardown();
    },
  };
  return world;
}

/** A description of the server: a JSON post of a name and an address, of which nothing but 201 is submitted. */
export function descriptionOf(url: string): Record<string, unknown> {
  return {
    kind: 'http',
    submit: {
      url: `${url}/submit`,
      method: 'POST',
      encoding: 'json',
      fields: { title: '{{project.name}}', link: '{{project.url}}', about: '{{project.tagline}}' },
    },
    accepted: { statuses: [201], then: 'submitted' },
  };
}

/** Launches a new project on one directory. */
export async function launchOn(directory: string, call: Call, key: string, fields: object = {}): Promise<Submitted> {
  const { id: project } = await createReadyProject(call, key, { ...fields });
  const launch = { directories: { include: [directory] }, auto_replace: false };
  expectStatus(await call('POST', `/projects/${project}/launch`, { key, json: launch }), 200);
  const page = expectStatus(await call('GET', `/projects/${project}/listings`, { key }), 200).body;
  return { project, listing: page.data[0].id as string };
}

/** Closes all directories but one that takes every project. */
export async function keepOneDirectory({ service }: TestService): Promise<string> {
  const { rows } = await service.db.pool.query<{ id: string }>(`
    with kept as (
      select id from directory
      where open and ${TAKES_ANYTHING}
      order by id limit 1
    )
    update directory set open = false where id <> (select id from kept) returning (select id from kept) as id`);
  return rows[0]!.id;
}
