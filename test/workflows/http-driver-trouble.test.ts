import assert from 'node:assert/strict';
import { descriptionOf, startDirectoryWorld, type DirectoryWorld } from '../support/directory-world.ts';
import { eventually } from '../support/eventually.ts';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;
/** The waits between tries that fail. */
const SCHEDULE_S = [MINUTE_S, 5 * MINUTE_S, 30 * MINUTE_S, 2 * HOUR_S, 6 * HOUR_S, ...Array<number>(5).fill(DAY_S)];

describe('a directory that is described by data and does not take a listing', () => {
  let world: DirectoryWorld;

  before(async () => {
    world = await startDirectoryWorld();
  });
  after(() => world.close());
  beforeEach(() => {
    world.server.received.length = 0;
    world.server.answerWith(() => ({ status: 201 }));
  });

  it('is asked again after 1, 5 and 30 minutes, 2 and 6 hours and five days, then the listing is parked', async () => {
    await world.describeDirectory();
    world.server.answerWith(() => (world.server.received.length % 2 ? { status: 500 } : 'reset'));
    const { listing } = await world.launch();
    await world.says(listing, /Waits for try 2 .* begins at \d{4}[\s\S]*Its tries:\n\n- \d{4}\S+Z: HTTP 500\n/);
    await world.env.sleep('7 days');
    const details = await world.says(listing, /\*\*Stuck\*\* since \S+Z: No success in 11 tries, at last: HTTP 500/);
    assert.deepEqual(await world.timersS(listing), SCHEDULE_S);
    assert.equal(world.server.received.length, 11);
    const tries = [...details.matchAll(/^- (\S+Z): (.*)$/gm)].map(([, at, said]) => ({ at: Date.parse(at!), said }));
    const [five, reset] = ['HTTP 500', 'connection_failed'];
    assert.deepEqual(
      tries.map(({ said }) => said),
      [five, reset, five, reset, five, reset, five, reset, five, reset, five],
    );
    tries.slice(1).forEach(({ at }, index) => {
      const waitedS = (at - tries[index]!.at) / 1_000;
      assert.ok(Math.abs(waitedS - SCHEDULE_S[index]!) < 30, `wait ${index} was ${waitedS}`);
    });
    assert.match((await world.stuckReason(listing)) ?? '', /No success in 11 tries/);

    await world.update(listing, 'retry');
    await world.says(listing, /No success in 12 tries/);
    await world.update(listing, 'resume');
    await world.says(listing, /Waits for try 13/);
    world.server.answerInTurn({ status: 500 }, { status: 201 });
    await world.env.sleep('3 days');
    await world.reached(listing, 'submitted');
    assert.deepEqual((await world.timersS(listing)).slice(SCHEDULE_S.length), [DAY_S, DAY_S]);
    assert.equal(await world.stuckReason(listing), undefined);
    assert.deepEqual(await world.movesOf(listing), ['in_progress', 'submitted']);
  });

  it('is asked again when it said, where that is later than the schedule', async () => {
    await world.describeDirectory();
    world.server.answerInTurn(
      { status: 429, headers: { 'retry-after': '7200' } },
      { status: 503, headers: { 'retry-after': '1' } },
      { status: 429 },
    );
    const { listing } = await world.launch();
    await world.says(listing, /HTTP 429/);
    await world.env.sleep('5 hours');
    await world.reached(listing, 'submitted');
    assert.deepEqual(await world.timersS(listing), [2 * HOUR_S, 5 * MINUTE_S, 30 * MINUTE_S]);
  });

  it('that hangs is given up after 20 seconds and asked again', async () => {
    await world.describeDirectory();
    world.server.answerWith(() => (world.server.received.length === 1 ? 'hang' : { status: 201 }));
    const { listing } = await world.launch();
    await eventually('the first try', () => world.server.received.length === 1);
    await world.refuses(listing, 'retry', /A try is under way/);
    await eventually('the fault', async () => /: timeout/.test(await world.details(listing)));
    await world.update(listing, 'retry');
    await world.reached(listing, 'submitted');
    assert.equal(world.server.received.length, 2);
  });

  it('that redirects parks the listing, and is not followed', async () => {
    await world.describeDirectory();
    world.server.answerInTurn({ status: 307, headers: { location: `${world.server.url}/elsewhere` } });
    const { listing } = await world.launch();
    await world.says(listing, /\*\*Stuck\*\* since .*redirect: the directory takes submissions at another address/);
    assert.deepEqual(
      world.server.received.map(({ url }) => url),
      ['/submit'],
    );
  });

  for (const status of [400, 401, 403, 404, 202]) {
    it(`parks a listing at once that is answered with ${status}, which the description does not name`, async () => {
      await world.describeDirectory();
      world.server.answerInTurn({ status, body: 'secret' });
      const { listing } = await world.launch();
      const details = await world.says(listing, new RegExp(`\\*\\*Stuck\\*\\* since .*HTTP ${status}`));
      assert.doesNotMatch(details, /secret\b(?! or)/);
      assert.equal(await world.stuckReason(listing), /: (An operator .*)\. Nothing is sent/.exec(details)![1]);
      assert.deepEqual(await world.timersS(listing), []);
    });
  }

  it('that refused the secret has its listing after a new one and `retry`', async () => {
    const submit = descriptionOf(world.server.url).submit;
    await world.describeDirectory({ submit, auth: { kind: 'bearer' } }, 'old-secret');
    world.server.answerWith(({ headers }) => ({ status: headers.authorization === 'Bearer new-secret' ? 201 : 401 }));
    const { listing } = await world.launch();
    const details = await world.says(listing, /HTTP 401/);
    await world.describeDirectory({ submit, auth: { kind: 'bearer' } }, 'new-secret');
    await world.update(listing, 'retry');
    await world.reached(listing, 'submitted');
    assert.doesNotMatch(details, /old-secret/);
    const stored = await world.stack.service.db.pool.query(
      `select row_to_json(d)::text || encode(s.sealed, 'escape') as text from directory d, directory_secret s`,
    );
    assert.doesNotMatch(JSON.stringify(stored.rows), /new-secret/);
  });

  it('that could not find a field has its listing after `resume`, on the schedule', async () => {
    await world.describeDirectory();
    world.server.answerInTurn({ status: 404 });
    const { listing } = await world.launch();
    await world.says(listing, /HTTP 404/);
    await world.update(listing, 'resume');
    await world.refuses(listing, 'resume', /is not stuck: `retry` tries it now/);
    await world.env.sleep('5 minutes');
    await world.reached(listing, 'submitted');
    assert.deepEqual(await world.timersS(listing), [MINUTE_S]);
    for (const name of ['retry', 'resume'] as const) {
      await world.refuses(listing, name, name === 'retry' ? /not being submitted by HTTP now/ : /is not stuck/);
    }
  });

  it('is tried earlier by `retry`', async () => {
    await world.describeDirectory();
    world.server.answerInTurn({ status: 500 });
    const { listing } = await world.launch();
    await world.says(listing, /HTTP 500/);
    await world.update(listing, 'retry');
    await world.reached(listing, 'submitted');
  });
});

describe('a directory whose description leads into a private network', () => {
  it('is never asked, and the listing is parked', async () => {
    const world = await startDirectoryWorld({ OUTBOUND_ALLOW: '' });
    await world.describeDirectory();
    const { listing } = await world.launch();
    await world.says(listing, /\*\*Stuck\*\* since .*blocked_address/);
    assert.deepEqual(world.server.received, []);
    await world.close();
  });
});
