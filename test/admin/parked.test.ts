import assert from 'node:assert/strict';
import { userInfo } from 'node:os';
import { Client, Connection } from '@temporalio/client';
import type { TemporalServer } from '../../dev/temporal-server.ts';
import { workflowIds } from '../../src/domain/workflow-ids.ts';
import { setDriver } from '../../src/services/drivers/set-driver.ts';
import { startDirectoryServer, type DirectoryServer } from '../support/directory-server.ts';
import { descriptionOf, keepOneDirectory, launchOn } from '../support/directory-world.ts';
import { eventually } from '../support/eventually.ts';
import { expectStatus } from '../support/factories.ts';
import { startDevServer, startTestStack, type TestStack } from '../support/temporal.ts';
import { adminOf, jsonOf, textOf, type RunAdmin } from './support/run-admin.ts';

const REASON = "An operator is needed: HTTP 403: the description, the secret or the project's data is wrong";

describe('the operators’ command beside Temporal', () => {
  let temporal: TemporalServer;
  let stack: TestStack;
  let server: DirectoryServer;
  let directory: string;
  let admin: RunAdmin;

  before(async () => {
    temporal = await startDevServer();
    stack = await startTestStack(temporal.address);
    server = await startDirectoryServer();
    server.answerWith(() => ({ status: 403 }));
    directory = await keepOneDirectory(stack);
    await setDriver(stack.service, directory, descriptionOf(server.url));
    admin = adminOf(stack.config.databaseUrl, { TEMPORAL_ADDRESS: temporal.address });
  });
  after(async () => {
    await stack.close();
    await server.close();
    await temporal.stop();
  });

  /** A listing that its directory has just refused, of an account of its own. */
  const parked = async () => {
    const { accountId, keys } = await stack.newAgency();
    const { listing } = await launchOn(directory, stack.call, keys.live.full);
    const rows = () => jsonOf(admin, 'listing', 'stuck', '--account', accountId);
    const [row] = await eventually('a parked listing', async () => {
      const { data } = await rows();
      return data.length > 0 && (data as Record<string, unknown>[]);
    });
    const read = async () =>
      expectStatus(await stack.call('GET', `/listings/${listing}`, { key: keys.live.full }), 200).body;
    return { accountId, listing, row: row!, rows, read };
  };

  it('lists what is parked with its reason at once, in one list with what the database knows, oldest first', async () => {
    const first = await parked();
    const second = await parked();
    assert.deepEqual([first.row.id, first.row.why, first.row.parked], [first.listing, REASON, REASON]);
    const { data, parked_unknown } = await jsonOf(admin, 'listing', 'stuck');
    assert.deepEqual(
      data.map(({ id }: { id: string }) => id),
      [first.listing, second.listing],
    );
    assert.equal(parked_unknown, null);
    const text = await textOf(admin, 'listing', 'stuck', '--account', second.accountId);
    assert.ok(text.includes(`${second.listing}  in_progress`) && text.includes(REASON), text);
    assert.ok(!text.includes(first.listing) && !text.includes('not known'), text);
    const { accountId } = await stack.newAgency();
    assert.equal(
      await textOf(admin, 'listing', 'stuck', '--account', accountId),
      'No listing waits for an operator.\n',
    );
  });

  it('says that Temporal cannot be reached, and lists what the database knows', async () => {
    const { listing, accountId } = await parked();
    await stack.service.db.pool.query("update listing set moved_at = now() - interval '2 days' where id = $1", [
      listing,
    ]);
    const alone = adminOf(stack.config.databaseUrl, { TEMPORAL_ADDRESS: '127.0.0.1:1' });
    const { data, parked_unknown } = await jsonOf(alone, 'listing', 'stuck', '--account', accountId);
    assert.deepEqual([data[0].id, data[0].parked], [listing, null]);
    assert.match(data[0].why, /has not been submitted by HTTP for a day/);
    assert.equal(parked_unknown, 'Temporal cannot be reached at 127.0.0.1:1.');
    const text = await textOf(alone, 'listing', 'stuck', '--account', accountId);
    assert.match(text, /\n\nWhat is parked is not known, and may be missing here\. Temporal cannot be reached at 127/);
    const { exitCode, stderr } = await alone('listing', 'retry', listing);
    assert.deepEqual([exitCode, stderr], [1, 'Temporal cannot be reached at 127.0.0.1:1.\n']);
  });

  it('has a parked listing go on by `retry` and `resume`, as the user and machine in its history', async () => {
    const { listing, rows, read } = await parked();
    await jsonOf(admin, 'listing', 'resume', listing);
    await eventually('nothing parked', async () => (await rows()).data.length === 0);
    const refused = await admin('listing', 'resume', listing);
    assert.deepEqual([refused.exitCode, refused.stderr], [1, 'This submission is not stuck: `retry` tries it now.\n']);
    server.answerWith(() => ({ status: 201 }));
    assert.match(await textOf(admin, 'listing', 'retry', listing), /took `retry`/);
    await eventually('the submission', async () => (await read()).status === 'submitted');
    server.answerWith(() => ({ status: 403 }));
    const connection = await Connection.connect({ address: temporal.address });
    const { events } = await new Client({ connection }).workflow.getHandle(workflowIds.listing(listing)).fetchHistory();
    await connection.close();
    const updates = (events ?? []).flatMap(
      ({ workflowExecutionUpdateAcceptedEventAttributes: accepted }) => accepted?.acceptedRequest ?? [],
    );
    assert.deepEqual(
      updates.map(({ input }) => input?.name),
      ['resume', 'retry'],
    );
    for (const { meta } of updates) assert.ok(meta?.identity?.startsWith(`admin ${userInfo().username}@`));
  });
});
