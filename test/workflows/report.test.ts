import assert from 'node:assert/strict';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { changeBrand } from '../../src/services/accounts/account-brand.ts';
import { StorageUnavailable } from '../../src/outbound/storage/storage.ts';
import { createReadyProject, expectStatus } from '../support/factories.ts';
import { eventually } from '../support/eventually.ts';
import { readFeed } from '../support/feed.ts';
import type { ReportBody } from '../support/reports.ts';
import { startTestStack, startTimeSkipping, type TestStack } from '../support/temporal.ts';

const BUILT_WITHIN_MS = 60_000;

describe('the workflow of a report', () => {
  let env: TestWorkflowEnvironment;
  let stack: TestStack;
  let restore: () => void = () => undefined;
  let accountId: string;
  let key: string;

  before(async () => {
    env = await startTimeSkipping();
    stack = await startTestStack(env.address);
  });
  after(async () => {
    await stack.close();
    await env.teardown();
  });
  afterEach(() => restore());
  beforeEach(async () => {
    const agency = await stack.newAgency();
    accountId = agency.accountId;
    key = agency.keys.test.full;
  });

  const read = async (id: string) =>
    expectStatus(await stack.call('GET', `/reports/${id}`, { key }), 200).body as ReportBody;
  const download = (id: string) => stack.call('GET', `/reports/${id}/file`, { key });
  const storedFiles = async () =>
    (
      await stack.service.db.pool.query<{ asset_key: string }>(
        'select asset_key from report where asset_key is not null',
      )
    ).rows;
  const events = async () =>
    (await readFeed(stack.call, key)).filter(({ type }) => type.startsWith('report.')).map(({ type }) => type);
  const request = async (format: string) => {
    const { id } = await createReadyProject(stack.call, key);
    const json = { format };
    return (expectStatus(await stack.call('POST', `/projects/${id}/reports`, { key, json }), 201).body as ReportBody)
      .id;
  };
  const started = (id: string) =>
    eventually('the workflow', async () => {
      const found = env.client.workflow.getHandle(`report/${id}`);
      return (await found.describe().catch(() => null)) && found;
    });
  const ended = (id: string) =>
    eventually(
      'the report to end',
      async () => {
        const report = await read(id);
        return report.status === 'building' ? null : report;
      },
      BUILT_WITHIN_MS,
    );

  it('builds each format, keeps the file for 7 days and deletes it', async () => {
    const reports = [await request('pdf'), await request('xlsx')];
    for (const id of reports) assert.equal((await ended(id)).status, 'ready');
    const [pdf, xlsx] = [await download(reports[0]!), await download(reports[1]!)];
    assert.equal((expectStatus(pdf, 200).body as Buffer).toString('latin1', 0, 5), '%PDF-');
    assert.equal((expectStatus(xlsx, 200).body as Buffer).toString('latin1', 0, 2), 'PK');
    assert.deepEqual(await events(), ['report.ready', 'report.ready']);
    const files = await storedFiles();
    assert.equal(files.length, 2);

    const handles = reports.map((id) => env.client.workflow.getHandle(`report/${id}`));
    await env.sleep('167 hours');
    assert.equal((await storedFiles()).length, 2);
    await Promise.all(handles.map((handle) => handle.result()));
    assert.deepEqual(await storedFiles(), []);
    for (const { asset_key } of files) assert.equal(await stack.service.storage.read(asset_key), null);
    const { rows } = await stack.service.db.pool.query("select 1 from discarded_asset where key like 'reports/%'");
    assert.deepEqual(rows, []);
    for (const id of reports) {
      assert.equal(expectStatus(await download(id), 410).body.error.code, 'gone');
      assert.equal((await read(id)).status, 'ready');
    }
  }).timeout(180_000);

  /** Refuses so many files of reports. @returns how many it was asked to store until now */
  function refuseFiles(times: number): () => number {
    const { storage } = stack.service;
    const put = storage.put.bind(storage);
    restore = () => (storage.put = put);
    let tries = 0;
    storage.put = (name, bytes) => {
      if (!name.startsWith('reports/') || ++tries > times) return put(name, bytes);
      return Promise.reject(new StorageUnavailable('away'));
    };
    return () => tries;
  }

  it('waits for storage that is away, for hours if need be', async () => {
    const tries = refuseFiles(4);
    const id = await request('xlsx');
    const handle = await started(id);
    await handle.result();
    assert.deepEqual(await events(), ['report.ready']);
    assert.equal(tries(), 5);
    const { events: history } = await handle.fetchHistory();
    const [build] = history!.flatMap((event) => event.activityTaskScheduledEventAttributes ?? []);
    assert.equal(Number(build!.scheduleToCloseTimeout!.seconds), 6 * 3_600);
    assert.equal(build!.retryPolicy!.maximumAttempts, 0);
    assert.ok(Number(build!.retryPolicy!.maximumInterval!.seconds) <= 300);
  }).timeout(180_000);

  it('fails a report at once whose document cannot be built', async () => {
    await changeBrand(stack.service, accountId, { logo: { png: Buffer.from('none'), width: 1, height: 1 } });
    const id = await request('pdf');
    await (await started(id)).result();
    assert.equal((await read(id)).status, 'failed');
    assert.deepEqual(await events(), ['report.failed']);
  });

  it('ends at once when the draft was deleted before it began', async () => {
    const { id: project } = await createReadyProject(stack.call, key);
    const { id } = expectStatus(
      await stack.call('POST', `/projects/${project}/reports`, { key, json: { format: 'xlsx' } }),
      201,
    ).body as ReportBody;
    expectStatus(await stack.call('DELETE', `/projects/${project}`, { key }), 200);
    await (await started(id)).result();
    assert.deepEqual(await events(), []);
  });
});
