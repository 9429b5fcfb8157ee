import assert from 'node:assert/strict';
import { workflowIds } from '../../src/domain/workflow-ids.ts';
import { recordPurchase } from '../../src/services/accounts/record-purchase.ts';
import { createSetupAccount } from '../support/accounts.ts';
import { eventually } from '../support/eventually.ts';
import { expectStatus, projectBody } from '../support/factories.ts';
import { workflowMetadata } from '../support/operator.ts';
import { domainsOf, openPagerankReply } from '../support/rating-server.ts';
import { startRatingWorld, type RatingWorld } from '../support/rating-world.ts';
import { startTestStack, startTimeSkipping } from '../support/temporal.ts';

describe('domain ratings', () => {
  let world: RatingWorld;

  beforeEach(async () => {
    world = await startRatingWorld();
  });
  afterEach(() => world.close());

  it('are measured from the first purchase on, in both modes, each domain asked about once', async () => {
    const { accountId, test, live } = await createSetupAccount(world.stack.service);
    const projects = [
      { key: test, id: await world.create(test, 'https://www.acme-tools.io/') },
      { key: test, id: await world.create(test, 'https://docs.acme-tools.io/start') },
      { key: live, id: await world.create(live, 'https://acme-tools.io/pricing') },
      { key: live, id: await world.create(live, 'https://other.dev/') },
    ];
    const unknowable = await world.create(test, 'http://127.0.0.1:1/');
    const active = (await world.stack.newAgency()).keys.test.full;
    await world.rated(active, await world.create(active, 'https://active.com/'), 50);
    for (const { key, id } of projects) assert.equal((await world.read(key, id)).domain_rating, null);
    assert.deepEqual(world.asked(), [['active.com']]);

    assert.equal(await recordPurchase(world.stack.service, accountId, { launches: 1 }), true);
    for (const { key, id } of projects) await world.rated(key, id, 50);
    assert.deepEqual(
      world
        .asked()
        .slice(1)
        .map((domains) => domains.toSorted()),
      [['acme-tools.io', 'other.dev']],
    );
    assert.equal((await world.read(test, unknowable)).domain_rating, null);
    const { rows } = await world.stack.service.db.pool.query('select rating_due_at from project where id = $1', [
      unknowable,
    ]);
    assert.deepEqual(rows, [{ rating_due_at: null }]);

    await recordPurchase(world.stack.service, accountId, { launches: 1 });
    await world.rated(test, await world.create(test, 'https://third.dev/'), 50);
    assert.deepEqual(world.asked().slice(2), [['third.dev']]);
  });

  it('reach a project that is being created while the first purchase is recorded', async () => {
    const { pool } = world.stack.service.db;
    await pool.query(`
      create function dawdle() returns trigger language plpgsql as $$ begin perform pg_sleep(0.3); return new; end $$;
      create trigger dawdle before insert on project for each row execute function dawdle()`);
    const { accountId, test } = await createSetupAccount(world.stack.service);
    const creation = world.create(test, 'https://acme-tools.io/');
    await eventually('the creation under way', async () => {
      const sleeping = await pool.query(
        `select 1 from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`,
      );
      return sleeping.rowCount === 1;
    });
    await recordPurchase(world.stack.service, accountId, { launches: 1 });
    await world.rated(test, await creation, 50);
  });

  it('are measured anew every 30 days, and move `updated_at` only with the figure', async () => {
    const key = (await world.stack.newAgency()).keys.live.full;
    const id = await world.create(key, 'https://acme-tools.io/');
    await world.rated(key, id, 50);
    const first = await eventually('the end of autofill', async () => {
      const project = await world.read(key, id);
      return project.autofill.status !== 'running' && project;
    });
    await eventually('the next time', async () => /the next one falls due at \d{4}-.*Z/.test(await world.details()));

    await world.env.sleep('29 days');
    assert.equal(world.asked().length, 1);
    await world.env.sleep('2 days');
    await eventually('the second measurement', async () => (await world.timersS()).length === 2);
    assert.equal(world.asked().length, 2);
    assert.deepEqual(await world.read(key, id), first);

    world.rateAll(6.2);
    await world.env.sleep('30 days');
    await world.rated(key, id, 62);
    assert.ok((await world.read(key, id)).updated_at > first.updated_at);
    assert.deepEqual(world.asked(), [['acme-tools.io'], ['acme-tools.io'], ['acme-tools.io']]);
    assert.equal((await world.read(key, id)).domain_rating, 62);
    const monthS = 30 * 24 * 3_600;
    for (const timer of (await world.timersS()).slice(0, 2)) assert.ok(Math.abs(timer - monthS) < 60, `${timer}`);
  });

  it('keep the figure of a domain that the provider says nothing of', async () => {
    const key = (await world.stack.newAgency()).keys.test.full;
    const id = await world.create(key, 'https://acme-tools.io/');
    await world.rated(key, id, 50);
    world.server.answerWith(() => openPagerankReply({}));
    await world.env.sleep('31 days');
    await eventually('the second measurement', () => world.asked().length === 2);
    await eventually('the details', async () => /said nothing of 1\./.test(await world.details()));
    assert.equal((await world.read(key, id)).domain_rating, 50);
  });

  it('are not given to a project whose address changed while its former one was asked about', async () => {
    const key = (await world.stack.newAgency()).keys.test.full;
    let id = '';
    world.server.answerWith(async (request) => {
      const [domain] = domainsOf(request);
      if (domain === 'former.io') {
        const path = `/projects/${await eventually('the id', () => id)}`;
        expectStatus(await world.stack.call('PATCH', path, { key, json: { url: 'https://latter.io/' } }), 200);
      }
      return openPagerankReply({ [domain!]: domain === 'former.io' ? 9 : 1 });
    });
    id = await world.create(key, 'https://former.io/');
    await world.rated(key, id, 10);
    assert.deepEqual(world.asked(), [['former.io'], ['latter.io']]);
  });

  it('are null after a change of the address, until that is measured', async () => {
    const key = (await world.stack.newAgency()).keys.test.full;
    const id = await world.create(key, 'http://127.0.0.1:1/');
    const move = async (url: string) =>
      expectStatus(await world.stack.call('PATCH', `/projects/${id}`, { key, json: { url } }), 200).body;
    assert.equal((await move('https://first.io/')).domain_rating, null);
    await world.rated(key, id, 50);
    world.rateAll(7);
    assert.equal((await move('https://second.io/')).domain_rating, null);
    await world.rated(key, id, 70);
    assert.deepEqual(world.asked(), [['first.io'], ['second.io']]);
  });
});

describe('domain ratings without a provider', () => {
  it('stay null, and the operator reads what to set', async () => {
    const env = await startTimeSkipping();
    const stack = await startTestStack(env.address, { RATING_PROVIDER: 'none' });
    const key = (await stack.newAgency()).keys.test.full;
    const { id } = expectStatus(await stack.call('POST', '/projects', { key, json: projectBody() }), 201).body;
    await eventually('the details', async () =>
      /`RATING_PROVIDER` is `none`/.test(
        (await workflowMetadata(env.client, workflowIds.domainRatings))?.currentDetails ?? '',
      ),
    );
    assert.equal(expectStatus(await stack.call('GET', `/projects/${id}`, { key }), 200).body.domain_rating, null);
    await stack.close();
    await env.teardown();
  });
});
