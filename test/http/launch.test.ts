import assert from 'node:assert/strict';
import { createReadyProject, expectStatus, projectBody } from '../support/factories.ts';
import { readFeed } from '../support/feed.ts';
import { startTestService, type TestService } from '../support/service.ts';

describe('a launch', () => {
  let api: TestService;
  let key: string;
  let accountId: string;

  before(async () => {
    api = await startTestService();
  });
  beforeEach(async () => {
    const agency = await api.newAgency();
    ({ accountId } = agency);
    key = agency.keys.test.full;
  });
  after(() => api.close());

  const launch = (id: string, json?: unknown) => api.call('POST', `/projects/${id}/launch`, { key, json });
  const launchesUsed = async () =>
    expectStatus(await api.call('GET', '/account', { key }), 200).body.launches.used as number;
  const leaveLaunches = (count: number) =>
    api.service.db.pool.query(
      'update account_mode set launches_used = launches_total - $2 where account_id = $1 and not livemode',
      [accountId, count],
    );

  it('makes a pending listing at each of the 100 best directories that fit, highest rating first', async () => {
    const { id } = await createReadyProject(api.call, key);
    const launched = expectStatus(await launch(id), 200).body;
    assert.equal(launched.status, 'in_progress');
    assert.equal(launched.progress.pending, 100);
    assert.deepEqual(launched.allowance, { total: 100, used: 0, reserved: 100, available: 0 });
    const { data } = expectStatus(await api.call('GET', `/projects/${id}/listings?limit=100`, { key }), 200).body;
    const ratings = (data as { directory: { domain_rating: number } }[]).map(
      ({ directory }) => directory.domain_rating,
    );
    assert.equal(ratings.length, 100);
    assert.deepEqual(
      ratings,
      ratings.toSorted((a, b) => b - a),
    );
    assert.ok((data as { created_at: string }[]).every(({ created_at }) => created_at.endsWith(':00:00Z')));
  });

  it('takes nothing, {}, "auto" and auto_replace for a body', async () => {
    for (const [json, autoReplace] of [
      [undefined, true],
      [{}, true],
      [{ directories: 'auto' }, true],
      [{ auto_replace: false }, false],
    ] as const) {
      const { id } = await createReadyProject(api.call, key);
      assert.equal(expectStatus(await launch(id, json), 200).body.auto_replace, autoReplace);
    }
  });

  it('leaves out excluded directories, and those that do not fit', async () => {
    const { rows } = await api.service.db.pool.query<{ id: string }>(
      'select id from directory order by domain_rating desc, id limit 20',
    );
    const excluded_directories = rows.map((row) => row.id);
    const { id } = await createReadyProject(api.call, key, { excluded_directories, competitors: [], promo_code: null });
    expectStatus(await launch(id), 200);
    const { data } = expectStatus(await api.call('GET', `/projects/${id}/listings?limit=100`, { key }), 200).body;
    const used = (data as { directory: { id: string } }[]).map(({ directory }) => directory.id);
    assert.deepEqual(
      used.filter((directory) => excluded_directories.includes(directory)),
      [],
    );
    const { rows: needing } = await api.service.db.pool.query(
      `select 1 from directory where id = any($1) and (requirements <> '{}' or not open)`,
      [used],
    );
    assert.deepEqual(needing, []);
  });

  it('is told once in the feed, with the project as it was answered', async () => {
    const { id } = await createReadyProject(api.call, key);
    const launched = expectStatus(await launch(id), 200).body;
    expectStatus(await launch(id), 409);
    const [event, ...others] = await readFeed(api.call, key);
    assert.deepEqual(others, []);
    assert.equal(event!.type, 'project.launched');
    assert.equal(event!.project, id);
    assert.deepEqual(event!.data, { object: launched, previous_status: 'draft', listings_created: 100 });
    assert.deepEqual(expectStatus(await api.call('GET', `/events/${event!.id}`, { key }), 200).body, event);
  });

  it('that fails spends nothing and tells nothing', async () => {
    const draft = expectStatus(await api.call('POST', '/projects', { key, json: projectBody() }), 201).body as {
      id: string;
    };
    assert.equal((await launch(draft.id)).body.error.code, 'not_ready');
    const { rows } = await api.service.db.pool.query<{ id: string }>('select id from directory');
    const closed = await createReadyProject(api.call, key, { excluded_directories: rows.map((row) => row.id) });
    assert.equal((await launch(closed.id)).body.error.code, 'nothing_to_submit');
    assert.equal(await launchesUsed(), 0);
    await leaveLaunches(0);
    const ready = await createReadyProject(api.call, key);
    assert.equal((await launch(ready.id)).body.error.code, 'no_launches_left');
    assert.equal(expectStatus(await api.call('GET', `/projects/${ready.id}`, { key }), 200).body.status, 'draft');
    assert.deepEqual(await readFeed(api.call, key), []);
  });

  it('asked for several times at once happens once and spends one credit', async () => {
    const { id } = await createReadyProject(api.call, key);
    const answers = await Promise.all(Array.from({ length: 6 }, () => launch(id)));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409, 409, 409, 409]);
    assert.equal(await launchesUsed(), 1);
    assert.equal((await readFeed(api.call, key)).length, 1);
  });

  it('of several projects at once never spends more than there is', async () => {
    const projects = await Promise.all(Array.from({ length: 4 }, () => createReadyProject(api.call, key)));
    await leaveLaunches(2);
    const answers = await Promise.all(projects.map(({ id }) => launch(id)));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 200, 402, 402]);
  });

  it('needs a credit of its own mode', async () => {
    const { keys } = await api.newAgency({ liveLaunches: 1 });
    const { id } = await createReadyProject(api.call, keys.live.full, { url: 'https://acme-tools.io' });
    const answer = await api.call('POST', `/projects/${id}/launch`, { key: keys.live.full });
    assert.equal(expectStatus(answer, 200).body.livemode, true);
    const account = async (of: string) => (await api.call('GET', '/account', { key: of })).body.launches as unknown;
    assert.deepEqual(await account(keys.live.full), { available: 0, used: 1, total: 1 });
    assert.deepEqual(await account(keys.test.full), { available: 100, used: 0, total: 100 });
  });
});
