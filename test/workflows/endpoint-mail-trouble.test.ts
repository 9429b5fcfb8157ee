import assert from 'node:assert/strict';
import type { Sql } from '../../src/db/database.ts';
import { searchAttributes } from '../../workflows/search-attributes.ts';
import { eventually } from '../support/eventually.ts';
import { startEndpointWorld, type EndpointWorld, type FailingEndpoint } from '../support/endpoint-world.ts';
import { startSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';

describe('the mail on a failing webhook endpoint', () => {
  let world: EndpointWorld;
  let server: TestSmtpServer;

  before(async () => {
    server = await startSmtpServer(null);
    world = await startEndpointWorld({
      SMTP_URL: `smtp://127.0.0.1:${server.port}`,
      MAIL_FROM: 'Listings <listings@service.example>',
    });
  });
  after(async () => {
    await world.close();
    await server.close();
  });
  beforeEach(() => {
    server.refuse({});
    return world.begin(500);
  });

  const taken = ({ id }: FailingEndpoint) =>
    server.taken
      .map(({ headers }) => headers.get('message-id')!)
      .filter((messageId) => messageId.startsWith(`<${id}.`))
      .map((messageId) => messageId.split('.')[1]);

  async function stuckReason(endpoint: FailingEndpoint): Promise<string | undefined> {
    return (await world.workflow(endpoint).describe()).typedSearchAttributes.get(searchAttributes.stuckReason);
  }

  it('arrives once when its server takes no mail for half a day', async () => {
    server.refuse({ recipient: 450 });
    const endpoint = await world.failing(10);
    await world.env.sleep('48 hours');
    assert.deepEqual(taken(endpoint), []);
    assert.match(await world.details(endpoint), /Warns its owner by mail, which is tried for a day/);
    server.refuse({});
    await world.workflow(endpoint).result();
    assert.deepEqual(taken(endpoint), ['warning', 'disabled']);
  });

  it('is given up after a day: the endpoint is disabled all the same, and the operator reads why none came', async () => {
    server.refuse({ recipient: 450 });
    const endpoint = await world.failing(10);
    await world.env.sleep('62 hours');
    await eventually('the details', async () => /\*\*not\*\* warned: .*450/.test(await world.details(endpoint)));
    assert.match((await stuckReason(endpoint))!, /^the owner is not warned: .*450/);
    await world.workflow(endpoint).result();
    assert.equal((await world.read(endpoint)).disabled_reason, 'failing');
    assert.match(await world.details(endpoint), /its owner was \*\*not\*\* told: .*450/);
    assert.match((await stuckReason(endpoint))!, /^the owner is not told: .*450/);
    assert.deepEqual(taken(endpoint), []);
  });

  it('is not tried again when its recipient is refused for good', async () => {
    server.refuse({ recipient: 550 });
    const endpoint = await world.failing(10);
    await world.env.sleep('37 hours');
    await eventually('the details', async () => /\*\*not\*\* warned: .*550/.test(await world.details(endpoint)));
    server.refuse({});
    await world.workflow(endpoint).result();
    assert.deepEqual(taken(endpoint), ['disabled']);
    assert.equal(await stuckReason(endpoint), undefined);
  });

  it('goes out although the worker died between disabling and sending', async () => {
    const endpoint = await world.failing(10);
    let deaths = 0;
    const { db } = world.stack.service;
    const { sql } = db;
    Object.assign(db, { sql: dyingAfter(sql, () => deaths++ === 0) });
    await world.workflow(endpoint).result();
    Object.assign(db, { sql });
    assert.ok(deaths > 0);
    assert.equal((await world.read(endpoint)).disabled_reason, 'failing');
    assert.deepEqual(taken(endpoint), ['warning', 'disabled']);
  });

  it('on what is no longer so is not sent', async () => {
    server.refuse({ recipient: 450 });
    const endpoint = await world.failing(10);
    await world.env.sleep('37 hours');
    world.receiver.answerWith(() => 204);
    await world.ping(endpoint);
    await eventually('the success', async () => (await world.failingSince(endpoint)) === null);
    server.refuse({});
    await world.workflow(endpoint).result();
    assert.deepEqual(taken(endpoint), []);
  });
});

/** Statements for whose transactions a worker dies after the commit, where they change something. */
function dyingAfter(sql: Sql, dies: () => boolean): Sql {
  const transaction = () => ({
    async execute<T>(work: (tx: Sql) => Promise<T>): Promise<T> {
      const result = await sql.transaction().execute(work);
      if (result === true && dies()) throw new Error('the worker died');
      return result;
    },
  });
  return new Proxy(sql, {
    get(target, name) {
      if (name === 'transaction') return transaction;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

describe('the mail on a failing webhook endpoint, where there is no way for mail', () => {
  it('is missed by the operator, who reads what to set', async () => {
    const world = await startEndpointWorld({ MAIL_DIR: '' });
    await world.begin(500);
    const endpoint = await world.failing(1);
    await world.env.sleep('37 hours');
    await eventually('the details', async () =>
      /\*\*not\*\* warned: .*set `SMTP_URL` or `MAIL_DIR`/.test(await world.details(endpoint)),
    );
    await world.close();
  });
});
