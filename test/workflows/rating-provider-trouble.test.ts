import assert from 'node:assert/strict';
import { eventually } from '../support/eventually.ts';
import { domainsOf, openPagerankReply } from '../support/rating-server.ts';
import { startRatingWorld, type RatingWorld } from '../support/rating-world.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const REFUSED = { status: 403, body: '{"error":"Invalid API key"}' };

describe('the provider of domain ratings', () => {
  let world: RatingWorld;

  beforeEach(async () => {
    world = await startRatingWorld();
  });
  afterEach(() => world.close());

  it('is asked again after 1 minute, doubling to 6 hours, while it is down', async () => {
    world.server.answerWith(() => (world.server.received.length % 2 ? null : { status: 500 }));
    const key = (await world.stack.newAgency()).keys.test.full;
    const id = await world.create(key, 'https://acme-tools.io/');
    await eventually('the first failure', async () =>
      /gave no figures \((connection_failed|HTTP 500)\)/.test(await world.details()),
    );
    const other = await world.create(key, 'https://other.dev/');
    await world.env.sleep('40 hours');
    const waits = (await world.timersS()).slice(0, 11);
    assert.deepEqual(
      waits.map((seconds) => seconds / 60),
      [1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360],
    );
    assert.equal((await world.read(key, id)).domain_rating, null);

    world.rateAll(3);
    await world.env.sleep('7 hours');
    for (const project of [id, other]) await world.rated(key, project, 30);
    world.server.answerWith(() => ({ status: 500 }));
    await world.create(key, 'https://third.dev/');
    await eventually('a short pause again', async () => (await world.timersS()).at(-1) === 60);
  });

  it('is asked again when it said, where that is later, and no look hurries it', async () => {
    const replies = [
      { status: 429, headers: { 'retry-after': '7200' } },
      { status: 429 },
      { status: 503, headers: { 'retry-after': '1' } },
    ];
    world.server.answerWith((request) => replies.shift() ?? openPagerankReply({ [domainsOf(request)[0]!]: 7 }));
    const key = (await world.stack.newAgency()).keys.test.full;
    const id = await world.create(key, 'https://acme-tools.io/');
    await eventually('the details', async () =>
      /asks to be asked less \(HTTP 429\), since/.test(await world.details()),
    );
    await world.look();
    await world.env.sleep(2 * HOUR_MS - MINUTE_MS);
    assert.equal(world.asked().length, 1);
    await world.env.sleep(10 * MINUTE_MS);
    await world.rated(key, id, 70);
    assert.deepEqual((await world.timersS()).slice(0, 3), [7_200, 120, 240]);
    assert.equal(world.asked().length, 4);
  });

  it('is left alone by projects too when it asks for it while directories are measured', async () => {
    world.server.answerWith(() => ({ status: 429, headers: { 'retry-after': '7200' } }));
    await world.runDirectoryRatings();
    await eventually('the details', async () => /asks to be asked less \(HTTP 429\)/.test(await world.details()));
    const key = (await world.stack.newAgency()).keys.test.full;
    const id = await world.create(key, 'https://acme-tools.io/');
    await world.runDirectoryRatings();
    await world.env.sleep(2 * HOUR_MS - MINUTE_MS);
    assert.equal(world.asked().length, 1);

    world.rateAll(7);
    await world.env.sleep(2 * MINUTE_MS);
    await world.rated(key, id, 70);
    assert.equal(world.asked()[1]![0], 'acme-tools.io');
    const unmeasured = () =>
      world.stack.service.db.pool.query('select 1 from directory where open and rating_measured_at is null limit 1');
    await eventually('all directories', async () => (await unmeasured()).rowCount === 0);
  });

  it('is waited for visibly while it refuses the key, asked again daily, and at once on a look', async () => {
    world.server.answerWith(() => REFUSED);
    const key = (await world.stack.newAgency()).keys.test.full;
    const id = await world.create(key, 'https://acme-tools.io/');
    await eventually('the reason', async () => (await world.stuckReason()) === 'open-pagerank refuses the key');
    assert.match(await world.details(), /\*\*Stuck\*\* since .*HTTP 403[\s\S]*Set `RATING_API_KEY`/);
    assert.doesNotMatch(await world.details(), /Invalid API key/);
    await world.env.sleep('23 hours');
    const before = world.asked().length;
    await world.env.sleep('2 hours');
    await eventually('the daily try', () => world.asked().length === before + 1);

    world.rateAll(5);
    await world.look();
    await world.rated(key, id, 50);
    await eventually('no reason', async () => (await world.stuckReason()) === undefined);
    assert.match(await world.details(), /Waits for a project to fall due, since \d{4}-.*Z[\s\S]*Open PageRank/);
  });

  it('is asked again about what could not be written', async () => {
    const { pool } = world.stack.service.db;
    await pool.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no space left'; end $$;
      create trigger refuse before update of domain_rating on project for each row execute function refuse()`);
    const key = (await world.stack.newAgency()).keys.test.full;
    const id = await world.create(key, 'https://acme-tools.io/');
    await eventually('a try after one that could not be written', () => world.asked().length > 1);
    assert.equal((await world.read(key, id)).domain_rating, null);
    await pool.query('drop trigger refuse on project');
    await world.rated(key, id, 50);
  });
});
