import assert from 'node:assert/strict';
import { searchAttributes } from '../../workflows/search-attributes.ts';
import { eventually } from '../support/eventually.ts';
import { startEndpointWorld, type EndpointWorld, type FailingEndpoint } from '../support/endpoint-world.ts';
import { expectStatus } from '../support/factories.ts';
import { readMails } from '../support/mail.ts';

const HOUR_MS = 3_600_000;

describe('a webhook endpoint that fails', () => {
  let world: EndpointWorld;

  before(async () => {
    world = await startEndpointWorld();
  });
  after(() => world.close());
  beforeEach(() => world.begin(500));

  /** By the names of their files: the mail on its end first, then the warnings in their order. */
  const mails = async ({ id }: FailingEndpoint) =>
    (await readMails(world.stack.mailFolder)).filter(({ file }) => file.startsWith(id));

  const kinds = async (endpoint: FailingEndpoint) => (await mails(endpoint)).map(({ file }) => file.split('.')[1]!);

  const change = async ({ id, key }: FailingEndpoint, json: object) =>
    expectStatus(await world.stack.call('PATCH', `/webhook_endpoints/${id}`, { key, json }), 200);

  it('is disabled after 72 hours with 10 failed events, with a mail to its owner then and one halfway', async () => {
    const endpoint = await world.failing(10);
    const since = (await world.failingSince(endpoint))!.getTime();
    const { typedSearchAttributes } = await world.workflow(endpoint).describe();
    assert.equal(typedSearchAttributes.get(searchAttributes.livemode), false);
    assert.match(typedSearchAttributes.get(searchAttributes.accountId)!, /^acc_/);

    await world.env.sleep('35 hours');
    assert.deepEqual(await kinds(endpoint), []);
    await world.env.sleep('90 minutes');
    await eventually('the warning', async () => (await kinds(endpoint)).length === 1);
    assert.equal((await world.read(endpoint)).enabled, true);
    await eventually('the details', async () =>
      /10 or more different events\*\* had failed[\s\S]*Waits, and disables it at \d{4}-.*Z if 10/.test(
        await world.details(endpoint),
      ),
    );

    await world.env.sleep('35 hours');
    assert.equal((await world.read(endpoint)).enabled, true);
    await world.workflow(endpoint).result();
    const { enabled, disabled_reason, updated_at } = await world.read(endpoint);
    assert.deepEqual([enabled, disabled_reason], [false, 'failing']);
    const lateMs = Date.parse(updated_at) - since - 72 * HOUR_MS;
    assert.ok(lateMs >= 0 && lateMs < 60_000, `${lateMs}`);
    await world.env.sleep('10 days');

    const [disabled, warning, ...more] = await mails(endpoint);
    assert.deepEqual(more, []);
    const { id } = endpoint;
    const disableAt = new Date(since + 72 * HOUR_MS).toISOString().slice(0, 19);
    assert.match(warning!.headers.get('subject')!, /receiver\.localhost:\d+ fails and will be disabled/);
    assert.match(warning!.text, new RegExp(`will be disabled at ${disableAt}Z unless`));
    assert.match(warning!.text, new RegExp(`curl -X POST http\\S+/v1/webhook_endpoints/${id}/test `));
    assert.match(disabled!.headers.get('subject')!, /is disabled$/);
    assert.match(disabled!.text, /Last attempt: \d{4}-.*Z, HTTP 500\n/);
    assert.match(disabled!.text, new RegExp(`curl -X PATCH http\\S+/v1/webhook_endpoints/${id} `));
    for (const { text, headers } of [warning!, disabled!]) {
      assert.equal(headers.get('to'), 'owner@agency.example');
      assert.ok(text.includes(`${world.receiver.url}?…`) && !text.includes('hush'), text);
      assert.match(headers.get('message-id')!, new RegExp(`^<${id}\\.(warning|disabled)\\.\\w+@localhost>$`));
    }
  });

  it('stays enabled with 9 failed events, however long, until a tenth has failed', async () => {
    const endpoint = await world.failing(9);
    await world.env.sleep('100 hours');
    assert.equal((await world.read(endpoint)).enabled, true);
    assert.match(await world.details(endpoint), /9 different events\*\* had failed[\s\S]*looks again at \d{4}-/);
    await world.fail(endpoint, 1);
    await world.workflow(endpoint).result();
    assert.equal((await world.read(endpoint)).disabled_reason, 'failing');
    assert.deepEqual(await kinds(endpoint), ['disabled', 'warning']);
  });

  it('starts anew after a success', async () => {
    const endpoint = await world.failing(10);
    await world.env.sleep('40 hours');
    world.receiver.answerWith(() => 204);
    await world.ping(endpoint);
    await eventually('the success', async () => (await world.failingSince(endpoint)) === null);
    await world.begin(500);
    await world.fail(endpoint, 10);
    await world.env.sleep('35 hours');
    assert.equal((await world.read(endpoint)).enabled, true);
    assert.deepEqual(await kinds(endpoint), ['warning']);
    await world.env.sleep('36 hours');
    assert.equal((await world.read(endpoint)).enabled, true);
    await world.workflow(endpoint).result();
    assert.equal((await world.read(endpoint)).disabled_reason, 'failing');
    assert.deepEqual(await kinds(endpoint), ['disabled', 'warning', 'warning']);
  });

  it('is left alone when it is well again', async () => {
    const endpoint = await world.failing(10);
    world.receiver.answerWith(() => 204);
    await world.ping(endpoint);
    await world.workflow(endpoint).result();
    await world.env.sleep('72 hours');
    assert.equal((await world.read(endpoint)).enabled, true);
    assert.deepEqual(await kinds(endpoint), []);
  });

  it('starts anew when it is enabled', async () => {
    const endpoint = await world.failing(10);
    await world.env.sleep('40 hours');
    await change(endpoint, { enabled: false });
    await world.env.sleep('40 hours');
    assert.equal((await world.read(endpoint)).disabled_reason, 'requested');
    await world.begin(500);
    await change(endpoint, { enabled: true });
    await world.fail(endpoint, 10);
    await world.env.sleep('71 hours');
    assert.equal((await world.read(endpoint)).enabled, true);
    await world.workflow(endpoint).result();
    assert.equal((await world.read(endpoint)).disabled_reason, 'failing');
    assert.deepEqual(await kinds(endpoint), ['disabled', 'warning', 'warning']);
  });

  it('is left alone once it is deleted', async () => {
    const endpoint = await world.failing(10);
    const { id, key } = endpoint;
    expectStatus(await world.stack.call('DELETE', `/webhook_endpoints/${id}`, { key }), 200);
    await world.workflow(endpoint).result();
    await world.env.sleep('72 hours');
    assert.deepEqual(await kinds(endpoint), []);
  });
});
