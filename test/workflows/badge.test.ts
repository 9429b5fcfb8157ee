import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { workflowIds } from '../../src/domain/workflow-ids.ts';
import { listenOnLoopback, type LoopbackServer } from '../outbound/support/servers.ts';
import { eventually } from '../support/eventually.ts';
import { createReadyProject, expectStatus } from '../support/factories.ts';
import { workflowMetadata } from '../support/operator.ts';
import { startTestStack, startTimeSkipping, type TestStack } from '../support/temporal.ts';

type Reading = 'there' | 'gone' | 'broken';

describe('an installed badge', () => {
  let env: TestWorkflowEnvironment;
  let stack: TestStack;
  let server: LoopbackServer;
  let key: string;
  let id: string;
  /** What the site shows at its next readings; with none left the badge is there. */
  let readings: Reading[] = [];
  /** Of the test's own project: time that one test skips passes for the projects of the others, too. */
  let requests = 0;
  let fragments: string;

  before(async () => {
    env = await startTimeSkipping();
    stack = await startTestStack(env.address, { SIMULATION_PACE: '0.0001' });
    server = await listenOnLoopback(
      createServer(({ url }, response) => {
        if (url !== `/${id}`) return void response.end('another');
        requests++;
        const reading = readings.shift() ?? 'there';
        response.writeHead(reading === 'broken' ? 503 : 200).end(reading === 'there' ? fragments : '<p>no badge</p>');
      }),
    );
  });
  after(async () => {
    await stack.close();
    await server.close();
    await env.teardown();
  });
  beforeEach(async () => {
    key = (await stack.newAgency()).keys.test.full;
    ({ id } = await installed());
  });

  /** A project whose badge was verified just now. */
  const installed = async () => {
    ({ id } = await createReadyProject(stack.call, key));
    const url = `http://127.0.0.1:${server.port}/${id}`;
    expectStatus(await stack.call('PATCH', `/projects/${id}`, { key, json: { url } }), 200);
    await eventually('the site to be read', async () => (await read()).autofill.status !== 'running');
    const badge = expectStatus(await stack.call('GET', `/projects/${id}/badge`, { key }), 200).body;
    fragments = await (await fetch(badge.feed.html_url)).text();
    readings = [];
    expectStatus(await verify(), 200);
    requests = 0;
    await eventually('the workflow to wait', async () => /Waits for the next reading/.test(await details()));
    return { id };
  };

  const read = async () => expectStatus(await stack.call('GET', `/projects/${id}`, { key }), 200).body;
  const details = async () =>
    (await workflowMetadata(env.client, workflowIds.badge(id)).catch(() => null))?.currentDetails ?? '';
  /** Verifies at the time of the workflows. */
  const verify = async () => {
    stack.clock.set(new Date(await env.currentTimeMs()));
    return stack.call('POST', `/projects/${id}/badge/verify`, { key });
  };
  const whenRead = (count: number) => eventually(`${count} readings`, () => requests === count);
  const whenSays = (pattern: RegExp) => eventually(`${pattern}`, async () => pattern.test(await details()));
  const whenEnded = () =>
    eventually('the workflow to end', async () => {
      const { status } = await env.client.workflow.getHandle(workflowIds.badge(id)).describe();
      return status.name === 'COMPLETED';
    });
  const badgeStatus = async () => (await read()).badge.status as string;

  it('is looked for every week, and shows when it was last found', async () => {
    const verified = (await read()).badge.checked_at;
    await env.sleep('6 days');
    assert.equal(requests, 0);
    await env.sleep('31 hours');
    await whenRead(1);
    const first = await eventually('the time to be saved', async () => {
      const { checked_at } = (await read()).badge;
      return checked_at !== verified && checked_at;
    });
    await env.sleep('175 hours');
    await whenRead(2);
    await eventually('the time to be saved', async () => (await read()).badge.checked_at !== first);
    assert.equal(await badgeStatus(), 'installed');
  });

  it('that is missing once is looked for a day later, and nothing is said of it', async () => {
    readings = ['gone'];
    await env.sleep('175 hours');
    await whenSays(/\*\*missing\*\* at the last reading/);
    assert.equal(await badgeStatus(), 'installed');
    await env.sleep('25 hours');
    await whenRead(2);
    await eventually('the row to end', async () => !/missing\*\*/.test(await details()));
    assert.equal(await badgeStatus(), 'installed');
  });

  it('that is missing twice, a day apart, is not found, and its listings stay', async () => {
    expectStatus(await stack.call('POST', `/projects/${id}/launch`, { key, json: { auto_replace: false } }), 200);
    const { progress } = await read();
    readings = ['gone', 'gone'];
    await env.sleep('175 hours');
    await whenSays(/\*\*missing\*\*/);
    await env.sleep('25 hours');
    await eventually('the badge to be lost', async () => (await badgeStatus()) === 'not_found');
    await whenEnded();
    const after = await read();
    assert.deepEqual([after.progress.total, after.progress.cancelled], [progress.total, 0]);
  });

  it('that was lost is looked for again from the next verification that passes', async () => {
    readings = ['gone', 'gone'];
    await env.sleep('175 hours');
    await whenSays(/\*\*missing\*\*/);
    await env.sleep('25 hours');
    await whenEnded();
    expectStatus(await verify(), 200);
    await whenSays(/Waits for the next reading/);
    requests = 0;
    await env.sleep('175 hours');
    await whenRead(1);
  });

  it('on a site that cannot be read for six days stays, and is not found on the seventh', async () => {
    readings = Array.from({ length: 7 }, () => 'broken');
    await env.sleep('175 hours');
    for (let day = 1; day <= 6; day++) {
      await whenSays(new RegExp(`could not be read ${day} times in a row`));
      assert.equal(await badgeStatus(), 'installed');
      await env.sleep('25 hours');
    }
    await eventually('the badge to be lost', async () => (await badgeStatus()) === 'not_found');
  });

  it('that is verified between two misses has not been missed twice in a row', async () => {
    readings = ['gone'];
    await env.sleep('175 hours');
    await whenSays(/\*\*missing\*\*/);
    await env.sleep('12 hours');
    expectStatus(await verify(), 200);
    await env.sleep('25 hours');
    assert.equal(requests, 2, 'it is looked for a week after the verification');
    readings = ['gone'];
    await env.sleep('150 hours');
    await whenRead(3);
    await whenSays(/\*\*missing\*\*/);
    assert.equal(await badgeStatus(), 'installed');
  });

  it('that a verification missed is looked for no more, and nothing but a verification installs it again', async () => {
    readings = ['gone'];
    expectStatus(await verify(), 422);
    await whenEnded();
    await env.sleep('175 hours');
    assert.equal(requests, 1);
    assert.equal(await badgeStatus(), 'not_found');
  });

  it('of a project with another address, or that was deleted, is not looked for', async () => {
    expectStatus(await stack.call('PATCH', `/projects/${id}`, { key, json: { url: 'http://127.0.0.1:1/' } }), 200);
    await whenEnded();
    assert.equal(await badgeStatus(), 'not_checked');
    const moved = id;
    ({ id } = await installed());
    expectStatus(await stack.call('DELETE', `/projects/${id}`, { key }), 200);
    await env.sleep('175 hours');
    await whenEnded();
    assert.deepEqual([requests, moved === id], [0, false]);
  });

  it('leaves its project changed now, whenever its site was asked for', async () => {
    const later = (await env.currentTimeMs()) + 30 * 86_400_000;
    stack.clock.set(new Date(later));
    await env.sleep('175 hours');
    await whenRead(1);
    const { updated_at, badge } = await eventually('the time to be saved', async () => {
      const project = await read();
      return Date.parse(project.updated_at) >= later - 1_000 && project;
    });
    assert.ok(Date.parse(badge.checked_at) < Date.parse(updated_at) - 86_400_000);
  });
});
