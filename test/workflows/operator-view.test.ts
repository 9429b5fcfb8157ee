import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { Client, Connection, WorkflowUpdateFailedError } from '@temporalio/client';
import type { TemporalServer } from '../../dev/temporal-server.ts';
import { expectStatus } from '../support/factories.ts';
import { eventually } from '../support/eventually.ts';
import { staticSummary, workflowMetadata } from '../support/operator.ts';
import { startDevServer } from '../support/temporal.ts';
import { startWaitingWorkflows, type WaitingWorkflows } from '../support/waiting-workflows.ts';

/** What the details of each workflow say while it waits. */
const WAITS_FOR = {
  launch: /Waits for its listings to move/,
  listing: /Waits for the simulated directory, which answers at \d{4}-.*Z/,
  liveListing: /Waits for an operator to submit it\. Update `reportOutcome`[\s\S]*{"to":"submitted"}/,
  httpListing:
    /Waits for try 2 of its submission by HTTP, which begins at \d{4}-.*Z[\s\S]*: HTTP 500\n[\s\S]*`retry` tries now/,
  accountCapacity: /Waits for a listing to queue or a slot to become free, since \d{4}-.*Z/,
  catalogChanges: /Waits for a directory to join the catalog or to open again, since \d{4}-.*Z/,
  domainRatings:
    /Waits for a project to fall due, since \d{4}-.*Z; the next one falls due at \d{4}-.*Z[\s\S]*Provider `fixture`\. To be shown with its figures: Made-up/,
  endpointHealth:
    /No delivery to https\S+ has succeeded since \d{4}-.*Z\. .*\*\*1 event\*\* had failed[\s\S]*Waits until \d{4}-.*Z to warn its owner by mail, then disables it at \d{4}-.*Z if 10/,
  projectIntake: /Waits for the site http\S+ to be read, since \d{4}-.*Z/,
  report: /XLSX report of \*\*.+\*\* \(`prj_\w+`\)[\s\S]*is ready\. Waits until \d{4}-.*Z to delete it/,
  webhookDelivery: /last attempt ended with \*\*HTTP 500\*\*[\s\S]*Waits for attempt 2, due at \d{4}-.*Z/,
  webhookReplay:
    /looked at \*\*\d+ of 31\*\* events \(\d+ %\)[\s\S]*one event goes at a time\. Its next batch is at \d{4}-.*Z[\s\S]*replay-cancel wr_/,
};

describe('an operator', () => {
  let server: TemporalServer;
  let connection: Connection;
  let client: Client;
  let workflows: WaitingWorkflows;

  before(async () => {
    server = await startDevServer();
    connection = await Connection.connect({ address: server.address });
    client = new Client({ connection });
    workflows = await startWaitingWorkflows(server.address, 0.05);
  });
  after(async () => {
    await workflows.close();
    await connection.close();
    await server.stop();
  });

  for (const [type, pattern] of Object.entries(WAITS_FOR)) {
    it(`reads in a waiting ${type} what it waits for`, async () => {
      const id = workflows.ids[type as keyof typeof WAITS_FOR];
      await eventually(`the details of ${id}`, async () =>
        pattern.test((await workflowMetadata(client, id))?.currentDetails ?? ''),
      );
      assert.match((await staticSummary(client, id)) ?? '', /\w+/);
    });
  }

  it('finds the listings that are in progress by search attributes', async () => {
    const project = workflows.ids.launch.replace('launch/', '');
    const query = `WorkflowType="listing" AND ListingStatus="in_progress" AND ProjectId="${project}"`;
    const found = await eventually('listings', async () => (await client.workflow.count(query)).count);
    assert.ok(found <= 100);
  });

  it('finds what the operators’ guide has queries for, each of which Temporal takes', async () => {
    const { rows } = await workflows.stack.service.db.pool.query<Record<'account' | 'directory' | 'project', string>>(
      `select l.account_id as account, l.project_id as project, d.name as directory
       from listing l join directory d on d.id = l.directory_id where l.id = $1`,
      [workflows.ids.liveListing.replace('listing/', '')],
    );
    const { account, project, directory } = rows[0]!;
    const guide = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8');
    const queries = [...guide.matchAll(/^\| ([^|`]+?) +\| `([^`]+)` +\|$/gm)].map(([, title, query]) => ({
      title: title!,
      query: query!
        .replace('lst_…', workflows.ids.liveListing.replace('listing/', ''))
        .replace('acc_…', account)
        .replace('prj_…', project)
        .replace('"…"', `"${directory}"`),
    }));
    const found = new Map<string, number>();
    for (const { title, query } of queries) {
      assert.ok(!query.includes('…'), query);
      found.set(title, (await client.workflow.count(query)).count);
    }
    assert.ok(found.size >= 10, String(found.size));
    assert.equal(found.get('a listing'), 1);
    assert.equal(found.get('live listings to submit at a directory'), 1);
    assert.ok(found.get('the listings of a project')! > 1);
    assert.equal(found.get('stuck listings'), 0);
  });

  it('reports the outcome of a live listing, which moves', async () => {
    const handle = client.workflow.getHandle(workflows.ids.liveListing);
    await handle.executeUpdate('reportOutcome', { args: [{ to: 'submitted' }] });
    const id = workflows.ids.liveListing.replace('listing/', '');
    const { body } = expectStatus(
      await workflows.stack.call('GET', `/listings/${id}`, { key: workflows.liveKey }),
      200,
    );
    assert.equal(body.status, 'submitted');
  });

  for (const [outcome, sentence] of [
    [{ to: 'in_progress' }, /`settleAction`/],
    [{ to: 'action_required' }, /`askAgency`/],
    [{ to: 'live', reason: 'declined' }, /is not a reason for a move/],
    [{ to: 'nonsense' }, /must be one of submitted, live/],
    [{ to: 'submitted', action: { code: 'approve_copy' } }, /`action` is not a member that it takes/],
    [{ to: 'live', live_url: 'ftp://x' }, /`live_url` must be an http or https address/],
    [{ to: 'live', reason: 'nonsense' }, /must be one of declined/],
    [{ to: 'cancelled', reason: 'withdrawn' }, /cannot become `cancelled`/],
  ] as const) {
    it(`is told why ${JSON.stringify(outcome)} cannot be reported`, async () => {
      const handle = client.workflow.getHandle(workflows.ids.liveListing);
      await assert.rejects(handle.executeUpdate('reportOutcome', { args: [outcome] }), (error: unknown) => {
        assert.ok(error instanceof WorkflowUpdateFailedError);
        assert.match(error.cause?.message ?? '', sentence);
        return true;
      });
    });
  }

  it('holds a project, reads that it is held, and releases it', async () => {
    const handle = client.workflow.getHandle(workflows.ids.launch);
    const status = async () => {
      const path = `/projects/${workflows.ids.launch.replace('launch/', '')}`;
      const { body } = expectStatus(await workflows.stack.call('GET', path, { key: workflows.testKey }), 200);
      return [body.status, body.hold_reason] as unknown[];
    };
    await handle.executeUpdate('hold', { args: ['review'] });
    assert.deepEqual(await status(), ['on_hold', 'review']);
    await eventually('the details', async () =>
      /Waits for the hold to be released: update `release`/.test(
        (await workflowMetadata(client, workflows.ids.launch))?.currentDetails ?? '',
      ),
    );
    await handle.executeUpdate('release');
    assert.deepEqual(await status(), ['in_progress', null]);
  });

  it('is told which reasons a hold has', async () => {
    const handle = client.workflow.getHandle(workflows.ids.launch);
    await assert.rejects(handle.executeUpdate('hold', { args: ['lunch'] }), (error: unknown) => {
      assert.match((error as Error & { cause?: Error }).cause?.message ?? '', /must be review or paused/);
      return true;
    });
  });

  it('reads what each update of a workflow does', async () => {
    for (const [id, names] of [
      [workflows.ids.launch, ['hold', 'release']],
      [
        workflows.ids.liveListing,
        ['reportOutcome', 'askAgency', 'settleAction', 'correct', 'attachProof', 'retry', 'resume'],
      ],
    ] as const) {
      const updates = (await workflowMetadata(client, id))?.definition?.updateDefinitions ?? [];
      for (const name of names) {
        const update = updates.find((one) => one.name === name);
        assert.match(update?.description ?? '', /\w+ \w+/, name);
      }
    }
  });

  it('cannot move what test mode moves by itself', async () => {
    const handle = client.workflow.getHandle(workflows.ids.listing);
    for (const [update, ...args] of [
      ['reportOutcome', { to: 'submitted' }],
      ['askAgency', { code: 'confirm_email', waiting_on: 'client', client_message: 'Click.' }],
      ['settleAction'],
      ['correct', { to: 'pending' }],
      ['attachProof', { url: 'https://directory.example/shot.png' }],
    ] as const) {
      await assert.rejects(handle.executeUpdate(update, { args: args as unknown as [unknown] }), (error: unknown) => {
        assert.ok(error instanceof WorkflowUpdateFailedError);
        assert.match(error.cause?.message ?? '', /^Test mode moves its listings by itself/);
        return true;
      });
    }
  });
});
