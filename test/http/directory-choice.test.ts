import assert from 'node:assert/strict';
import { createReadyProject, expectStatus } from '../support/factories.ts';
import { readFeed } from '../support/feed.ts';
import { startTestService, type TestService } from '../support/service.ts';

interface Listed {
  id: string;
  directory: { id: string };
}

const UNKNOWN = `dir_${'0'.repeat(22)}`;

describe('the directories of a launch and of an add', () => {
  let api: TestService;
  let key: string;
  /** Directories that a ready project fits, highest rated first, and one that is closed. */
  let fitting: string[];
  let closed: string;
  let id: string;

  before(async () => {
    api = await startTestService();
    key = (await api.newAgency()).keys.test.full;
    const { id: launched } = await createReadyProject(api.call, key);
    expectStatus(await launch(undefined, launched), 200);
    fitting = await listed(launched);
    const page = expectStatus(await api.call('GET', '/directories?open=false&limit=1', { key }), 200).body;
    closed = (page.data as [{ id: string }])[0].id;
  });
  after(() => api.close());
  beforeEach(async () => {
    key = (await api.newAgency()).keys.test.full;
    ({ id } = await createReadyProject(api.call, key));
  });

  const launch = (json?: unknown, of = id) => api.call('POST', `/projects/${of}/launch`, { key, json });
  const add = (json?: unknown, of = id) => api.call('POST', `/projects/${of}/listings`, { key, json });
  const read = async () => expectStatus(await api.call('GET', `/projects/${id}`, { key }), 200).body;
  const listings = async (of = id) =>
    expectStatus(await api.call('GET', `/projects/${of}/listings?limit=100`, { key }), 200).body.data as Listed[];
  const listed = async (of = id) => (await listings(of)).map(({ directory }) => directory.id);
  const advance = async (listing: string, to: string) =>
    expectStatus(await api.call('POST', `/test_helpers/listings/${listing}/advance`, { key, json: { to } }), 200);

  it('that are named are those, and auto-replace is off unless it is asked for', async () => {
    const include = [fitting[4]!, fitting[1]!];
    const launched = expectStatus(await launch({ directories: { include } }), 200).body;
    assert.deepEqual([launched.progress.total, launched.auto_replace], [2, false]);
    assert.deepEqual(await listed(), [fitting[1], fitting[4]]);
    ({ id } = await createReadyProject(api.call, key));
    const replacing = expectStatus(await launch({ directories: { include }, auto_replace: true }), 200).body;
    assert.equal(replacing.auto_replace, true);
  });

  it('that are left out stay left out, now and later', async () => {
    const exclude = fitting.slice(0, 3);
    const launched = expectStatus(await launch({ directories: { exclude } }), 200).body;
    assert.deepEqual(launched.excluded_directories, exclude);
    assert.equal(launched.auto_replace, true);
    assert.deepEqual(
      (await listed()).filter((directory) => exclude.includes(directory)),
      [],
    );
    const [first] = await listings();
    await advance(first!.id, 'cancelled');
    expectStatus(await add({ directories: { exclude: [fitting[50]!] } }), 200);
    assert.deepEqual((await read()).excluded_directories, [...exclude, fitting[50]]);
    assert.deepEqual(
      (await listed()).filter((directory) => exclude.includes(directory)),
      [],
    );
  });

  it('may name one that the project excludes from what the service picks', async () => {
    const patch = { excluded_directories: [fitting[0]] };
    expectStatus(await api.call('PATCH', `/projects/${id}`, { key, json: patch }), 200);
    expectStatus(await launch({ directories: { include: [fitting[0]] } }), 200);
    assert.deepEqual(await listed(), [fitting[0]]);
  });

  it('that cannot be named are each told with the reason, and nothing is spent', async () => {
    const locked = await createReadyProject(api.call, key, { promo_code: null });
    const { rows } = await api.service.db.pool.query<{ id: string }>(
      `select id from directory where open and 'promo_code' = any(requirements) limit 1`,
    );
    const include = [fitting[0]!, UNKNOWN, closed, rows[0]!.id];
    const before = await contents();
    const { error } = expectStatus(await launch({ directories: { include } }, locked.id), 422).body;
    assert.equal(error.code, 'invalid_directories');
    assert.deepEqual(error.errors, [
      { param: 'directories.include[1]', code: 'unknown' },
      { param: 'directories.include[2]', code: 'not_open' },
      { param: 'directories.include[3]', code: 'not_open' },
    ]);
    assert.deepEqual(await contents(), before);
    expectStatus(await launch({ directories: { include: [fitting[0]] } }), 200);
    const again = expectStatus(await add({ directories: { include: [fitting[0]] } }), 422).body.error;
    assert.deepEqual([again.code, again.errors[0].code], ['invalid_directories', 'already_used']);
  });

  it('are "auto" or an object with one member of 1 to 100 ids', async () => {
    const ids = (count: number) =>
      Array.from({ length: count }, (_, index) => `dir_${String(index).padStart(22, '0')}`);
    for (const [directories, param, code] of [
      ['all', 'directories', 'not_allowed'],
      [null, 'directories', 'invalid_type'],
      ['', 'directories', 'invalid_type'],
      [[], 'directories', 'invalid_type'],
      [{}, 'directories', 'too_few'],
      [{ include: ids(1), exclude: ids(1) }, 'directories', 'too_many'],
      [{ include: [] }, 'directories.include', 'too_few'],
      [{ include: ids(101) }, 'directories.include', 'too_many'],
      [{ exclude: [...ids(1), ...ids(1)] }, 'directories.exclude', 'duplicate'],
      [{ include: 'auto' }, 'directories.include', 'invalid_type'],
      [{ include: ['prj_1'] }, 'directories.include[0]', 'invalid_format'],
    ] as const) {
      for (const request of [launch, add]) {
        const { error } = expectStatus(await request({ directories }), 422).body;
        assert.deepEqual(error.errors, [{ param, code }], JSON.stringify(directories).slice(0, 80));
      }
    }
    const { error } = expectStatus(await launch({ directories: { only: ids(1) } }), 400).body;
    assert.deepEqual([error.code, error.param], ['unknown_parameter', 'directories.only']);
  });

  it('of an add come from the free allowance, and are told once in the feed', async () => {
    expectStatus(await launch({ directories: { include: fitting.slice(0, 2) } }), 200);
    const added = expectStatus(await add(), 200).body;
    assert.deepEqual(added.allowance, { total: 100, used: 0, reserved: 100, available: 0 });
    assert.equal(added.status, 'in_progress');
    const [, event, ...others] = await readFeed(api.call, key);
    assert.deepEqual(others, []);
    assert.equal(event!.type, 'project.listings_added');
    assert.deepEqual(event!.data, { object: added, previous_status: null, listings_added: 98 });
    assert.equal(expectStatus(await add(), 422).body.error.code, 'allowance_exhausted');
  });

  it('of an add to a completed project bring it back to progress, after the add is told', async () => {
    expectStatus(await launch({ directories: { include: [fitting[0]] } }), 200);
    const [listing] = await listings();
    await advance(listing!.id, 'cancelled');
    assert.equal((await read()).status, 'completed');
    const before = (await readFeed(api.call, key)).length;
    expectStatus(await add({ directories: { include: [fitting[1]] } }), 200);
    const events = (await readFeed(api.call, key)).slice(before);
    assert.deepEqual(
      events.map(({ type, data }) => [type, data.previous_status]),
      [
        ['project.listings_added', null],
        ['project.in_progress', 'completed'],
      ],
    );
  });

  it('of an add never exceed the allowance: more named ones than are free add nothing', async () => {
    expectStatus(await launch({ directories: { include: fitting.slice(0, 99) } }), 200);
    const before = await contents();
    const { rows } = await api.service.db.pool.query<{ id: string }>(
      'select id from directory where open and not id = any($1) and requirements = $2 and accepts = $3 and categories = $2 and pricing_models = $2 limit 2',
      [fitting.slice(0, 99), [], 'any'],
    );
    const include = rows.map((row) => row.id);
    assert.equal(include.length, 2);
    assert.equal(expectStatus(await add({ directories: { include } }), 422).body.error.code, 'allowance_exhausted');
    assert.deepEqual(await contents(), before);
    const answers = await Promise.all(include.map((directory) => add({ directories: { include: [directory] } })));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 422]);
    assert.equal((await read()).allowance.available, 0);
  });

  it('of a draft cannot be added', async () => {
    assert.equal(expectStatus(await add(), 422).body.error.code, 'allowance_exhausted');
  });

  /** Everything that a launch or an add changes. */
  async function contents(): Promise<unknown> {
    const { rows } = await api.service.db.pool.query(
      `select (select json_agg(p order by id) from project p) as projects, (select count(*) from listing) as listings,
        (select json_agg(m order by account_id, livemode) from account_mode m) as modes,
        (select count(*) from event) as events, (select count(*) from outbox) as messages`,
    );
    return rows[0];
  }
});
