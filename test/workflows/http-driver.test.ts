import assert from 'node:assert/strict';
import { setDriver } from '../../src/services/drivers/set-driver.ts';
import type { DirectoryReply } from '../support/directory-server.ts';
import { descriptionOf, startDirectoryWorld, type DirectoryWorld } from '../support/directory-world.ts';
import { eventually } from '../support/eventually.ts';
import { expectStatus } from '../support/factories.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LIVE = { accepted: { statuses: [201], then: 'live' }, live_url: { json_pointer: '/listing/url' } };

describe('a directory that is described by data', () => {
  let world: DirectoryWorld;

  before(async () => {
    world = await startDirectoryWorld();
  });
  after(() => world.close());
  beforeEach(() => {
    world.server.received.length = 0;
    world.server.answerWith(() => ({ status: 201 }));
  });

  it('is sent a listing once, with its key, and has it submitted', async () => {
    await world.describeDirectory();
    const { listing } = await world.launch({ name: 'Acme "Tools"', tagline: null, url: 'https://first-tools.io/' });
    await world.reached(listing, 'submitted');
    const [request, ...others] = world.server.received;
    assert.deepEqual(others, []);
    assert.deepEqual([request!.method, request!.url], ['POST', '/submit']);
    assert.equal(request!.headers['idempotency-key'], listing);
    assert.equal(request!.headers['content-type'], 'application/json');
    assert.deepEqual(JSON.parse(request!.body), { title: 'Acme "Tools"', link: 'https://first-tools.io/' });
    await world.says(listing, /is `submitted`[\s\S]*Waits for the directory's answer/);
    assert.deepEqual(await world.movesOf(listing), ['in_progress', 'submitted']);
  });

  it('may take a form by PUT, with lists and headers', async () => {
    await world.describeDirectory({
      submit: {
        url: `${world.server.url}/form?source=us`,
        method: 'PUT',
        encoding: 'form',
        fields: { 'tag[]': '{{project.tags}}', all: 'Tags: {{project.tags}}', price: '{{project.price_amount_cents}}' },
        headers: { 'X-Partner': 'listings' },
      },
    });
    const { listing } = await world.launch({ tags: ['a&b', 'c d'], price_amount_cents: 900, price_period: 'monthly' });
    await world.reached(listing, 'submitted');
    const [{ method, url, headers, body }] = world.server.received as [DirectoryWorld['server']['received'][0]];
    assert.deepEqual([method, url, headers['x-partner']], ['PUT', '/form?source=us', 'listings']);
    assert.equal(headers['content-type'], 'application/x-www-form-urlencoded');
    assert.deepEqual(
      [...new URLSearchParams(body)],
      [
        ['tag[]', 'a&b'],
        ['tag[]', 'c d'],
        ['all', 'Tags: a&b, c d'],
        ['price', '900'],
      ],
    );
  });

  it('may publish at once and say where', async () => {
    await world.describeDirectory(LIVE);
    world.server.answerInTurn({ status: 201, body: '{"listing":{"url":"https://directory.example/acme"}}' });
    const { listing } = await world.launch();
    assert.equal((await world.reached(listing, 'live')).live_url, 'https://directory.example/acme');
  });

  for (const [what, body] of [
    ['broken JSON', '{"listing":{"url":"https://dir'],
    ['another form', '{"listing":["https://directory.example/acme"]}'],
    ['an address that is not for the web', '{"listing":{"url":"javascript:alert(1)"}}'],
    [
      'a body without end in sight',
      JSON.stringify({ pad: 'x'.repeat(1_000_000), listing: { url: 'https://a.example' } }),
    ],
  ] as const) {
    it(`parks a listing that was published where the answer has ${what} in the link's place`, async () => {
      await world.describeDirectory(LIVE);
      world.server.answerInTurn({ status: 201, body });
      const { listing } = await world.launch();
      await world.says(
        listing,
        /\*\*Stuck\*\* since .*HTTP 201: it was accepted, but there is no http or https address/,
      );
      assert.equal((await world.read(listing)).status, 'in_progress');
      await world.update(listing, 'reportOutcome', { to: 'live', live_url: 'https://directory.example/found' });
      await world.reached(listing, 'live');
      await eventually('no reason', async () => (await world.stuckReason(listing)) === undefined);
      assert.equal(world.server.received.length, 1);
    });
  }

  it('does not mind a large answer that nothing is read of', async () => {
    await world.describeDirectory();
    world.server.answerInTurn({ status: 201, body: 'x'.repeat(5_000_000) });
    await world.reached((await world.launch()).listing, 'submitted');
  });

  it('may reject a listing, which is then unavailable', async () => {
    await world.describeDirectory({ rejected: { statuses: [409, 422] } });
    world.server.answerInTurn({ status: 422 });
    const { listing } = await world.launch();
    assert.equal((await world.reached(listing, 'not_accepted')).reason, 'unavailable');
    await world.says(listing, /Waits for nothing; a correction would move it on/);
  });

  it('is sent what the project is when the try is made', async () => {
    await world.describeDirectory();
    world.server.answerInTurn({ status: 500 });
    const { listing, project } = await world.launch({ tagline: 'Before' });
    await world.says(listing, /HTTP 500/);
    const json = { tagline: 'After' };
    expectStatus(await world.stack.call('PATCH', `/projects/${project}`, { key: world.key, json }), 200);
    await world.describeDirectory({
      submit: { ...(descriptionOf(world.server.url).submit as object), url: `${world.server.url}/moved` },
    });
    await world.env.sleep('2 minutes');
    await world.reached(listing, 'submitted');
    const sent = world.server.received.map(({ url, body }) => [url, (JSON.parse(body) as { about: string }).about]);
    assert.deepEqual(sent, [
      ['/submit', 'Before'],
      ['/moved', 'After'],
    ]);
  });

  it('has no say against an operator who reports while a try is under way', async () => {
    await world.describeDirectory();
    const held = Promise.withResolvers<DirectoryReply>();
    world.server.answerWith(() => held.promise);
    const { listing } = await world.launch();
    await eventually('the try', () => world.server.received.length === 1);
    await world.update(listing, 'reportOutcome', { to: 'live', live_url: 'https://directory.example/by-hand' });
    held.resolve({ status: 201 });
    await world.says(listing, /is `live`/);
    assert.equal((await world.read(listing)).live_url, 'https://directory.example/by-hand');
    assert.deepEqual(await world.movesOf(listing), ['in_progress', 'live']);
  });

  it('is left to an operator when its driver is taken away, and taken up again', async () => {
    await world.describeDirectory();
    world.server.answerInTurn({ status: 404 });
    const { listing } = await world.launch();
    await world.says(listing, /HTTP 404/);
    await setDriver(world.stack.service, world.directory, null);
    await world.says(listing, /Waits for an operator to submit it/);
    await eventually('no reason', async () => (await world.stuckReason(listing)) === undefined);
    await world.describeDirectory();
    await world.reached(listing, 'submitted');
  });

  it('is sent no more listings a day than it takes', async () => {
    await world.describeDirectory({ per_day: 2 });
    const listings: string[] = [];
    for (let count = 0; count < 5; count++) listings.push((await world.launch()).listing);
    const submitted = async () => {
      const statuses = await Promise.all(listings.map(async (listing) => (await world.read(listing)).status));
      return statuses.filter((status) => status === 'submitted').length;
    };
    await eventually('the first day', async () => (await submitted()) === 2);
    const waiting = await eventually('the others to wait', async () => {
      const all = await Promise.all(listings.map((listing) => world.details(listing)));
      const due = all.flatMap((details) => /Waits for a turn: .* Asks for one at (\S+Z)\./.exec(details)?.[1] ?? []);
      return due.length === 3 && due;
    });
    const now = await world.env.currentTimeMs();
    const nextDay = (Math.floor(now / DAY_MS) + 1) * DAY_MS;
    for (const due of waiting) {
      const afterMidnight = Date.parse(due) - nextDay;
      assert.ok(afterMidnight >= 0 && afterMidnight < HOUR_MS, due);
    }
    await world.env.sleep(nextDay - now + 2 * HOUR_MS);
    await eventually('the second day', async () => (await submitted()) === 4);
    await world.env.sleep('20 hours');
    assert.equal(await submitted(), 4);
    await world.env.sleep('1 day');
    await eventually('the third day', async () => (await submitted()) === 5);
    const { rows } = await world.stack.service.db.pool.query('select used from directory_pace order by day');
    assert.deepEqual(rows, [{ used: 2 }, { used: 2 }, { used: 1 }]);
    assert.equal(world.server.received.length, 5);
  });
});
