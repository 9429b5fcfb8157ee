import assert from 'node:assert/strict';
import { createSetupAccount } from '../support/accounts.ts';
import { createReadyProject, expectStatus, projectBody } from '../support/factories.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { makeManyProjects } from './support/many-projects.ts';
import { buildWorld, type World } from './support/world.ts';

interface Item {
  id: string;
}

interface Page {
  object: string;
  data: Item[];
  has_more: boolean;
  next_cursor: string | null;
}

describe('lists', () => {
  let api: TestService;
  let world: World;
  let key: string;

  before(async () => {
    api = await startTestService();
    world = await buildWorld(api);
    key = world.key;
  });
  after(() => api.close());

  async function page(path: string, query: Record<string, string | number> = {}, of = key): Promise<Page> {
    const text = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    );
    return expectStatus(await api.call('GET', `${path}?${text.toString()}`, { key: of }), 200).body as Page;
  }

  /** Follows the cursor to the end; `between` runs after each page. */
  async function walk(
    path: string,
    query: Record<string, string | number> = {},
    between = () => Promise.resolve(),
    of = key,
  ) {
    const ids: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const answer: Page = await page(path, { ...query, ...(cursor ? { cursor } : {}) }, of);
      ids.push(...answer.data.map(({ id }) => id));
      cursor = answer.has_more ? answer.next_cursor : null;
      await between();
    }
    return ids;
  }

  const lists = {
    projects: () => '/projects',
    listings: () => `/projects/${world.launched}/listings`,
    'webhook endpoints': () => '/webhook_endpoints',
    deliveries: () => `/webhook_endpoints/${world.endpoint}/deliveries`,
    events: () => '/events',
  };

  for (const [name, path] of Object.entries(lists)) {
    it(`of ${name} hold 20 items a page, or as many as asked for`, async () => {
      const whole = await walk(path(), { limit: 100 });
      assert.ok(whole.length >= 2);
      assert.deepEqual(
        (await page(path())).data.map(({ id }) => id),
        whole.slice(0, 20),
      );
      assert.deepEqual(
        (await page(path(), { limit: 1 })).data.map(({ id }) => id),
        whole.slice(0, 1),
      );
    });

    it(`of ${name} give every item once, whatever the size of the page`, async () => {
      const whole = await walk(path(), { limit: 100 });
      assert.equal(new Set(whole).size, whole.length);
      assert.deepEqual(await walk(path(), { limit: whole.length > 50 ? 7 : 1 }), whole);
    });

    it(`of ${name} end with has_more false and ${name === 'events' ? 'a cursor to poll with' : 'no cursor'}`, async () => {
      const { has_more, next_cursor, object } = await page(path(), { limit: 100 });
      assert.equal(object, 'list');
      assert.equal(has_more, false);
      assert.equal(typeof next_cursor, name === 'events' ? 'string' : 'object');
    });

    it(`of ${name} take their own cursors only, unchanged`, async () => {
      const cursor = (await page(path(), { limit: 1 })).next_cursor!;
      assert.ok(cursor.length <= 500);
      const refuses = async (where: string, value: string, of = key) => {
        const answer = await api.call('GET', `${where}${where.includes('?') ? '&' : '?'}cursor=${value}`, { key: of });
        const { error } = expectStatus(answer, 400).body;
        assert.deepEqual([error.code, error.param], ['invalid_cursor', 'cursor'], `${where} ${value}`);
      };
      for (const other of Object.values(lists)) if (other() !== path()) await refuses(other(), cursor);
      for (const altered of [
        `${cursor}A`,
        cursor.slice(1),
        cursor.slice(0, -1),
        cursor.toLowerCase(),
        `${cursor}%3D`,
      ]) {
        await refuses(path(), altered);
      }
      for (let at = 0; at < cursor.length; at += 5) {
        const letter = cursor[at] === 'A' ? 'B' : 'A';
        await refuses(path(), cursor.slice(0, at) + letter + cursor.slice(at + 1));
      }
      if (!path().includes('/', 1)) {
        await refuses(path(), cursor, (await api.newAgency()).keys.test.full);
        await refuses(path(), cursor, world.agency.keys.live.full);
      }
      expectStatus(
        await api.call('GET', `${path()}?limit=3&cursor=${cursor}`, { key: world.agency.keys.test.read }),
        200,
      );
    });
  }

  it('take no cursor of other filters', async () => {
    for (const [path, filter] of [
      ['/projects', 'status=in_progress'],
      ['/projects', 'q=product'],
      [lists.listings(), 'status=pending'],
      [lists.deliveries(), 'status=pending'],
      ['/events', 'type=project.*'],
      ['/events', `project=${world.launched}`],
    ] as const) {
      const cursor = (await page(path, { limit: 1 })).next_cursor!;
      const answer = await api.call('GET', `${path}?${filter}&cursor=${cursor}`, { key });
      assert.equal(expectStatus(answer, 400).body.error.code, 'invalid_cursor', filter);
      const filtered = expectStatus(await api.call('GET', `${path}?${filter}&limit=1`, { key }), 200).body as Page;
      if (!filtered.next_cursor) continue;
      expectStatus(await api.call('GET', `${path}?${filter}&limit=1&cursor=${filtered.next_cursor}`, { key }), 200);
    }
  });

  it('of projects give every project that was there at the start once, while others are added', async () => {
    const whole = await walk('/projects', { limit: 100 });
    const add = async () => void expectStatus(await api.call('POST', '/projects', { key, json: projectBody() }), 201);
    assert.deepEqual(await walk('/projects', { limit: 1 }, add), whole);
    assert.ok((await walk('/projects', { limit: 100 })).length > whole.length);
  });

  it('of projects are newest first, and filter by status, reference and part of the name or url', async () => {
    const made: string[] = [];
    for (const fields of [
      { name: 'Zebra one', external_id: 'Ref-1' },
      { name: 'Second', url: 'https://zebra-two.example.com' },
      { name: '100%_\\', external_id: 'ref-1' },
    ]) {
      made.push(
        (expectStatus(await api.call('POST', '/projects', { key, json: projectBody(fields) }), 201).body as Item).id,
      );
    }
    const ids = async (query: Record<string, string>) => (await page('/projects', query)).data.map(({ id }) => id);
    assert.deepEqual((await ids({})).slice(0, 3), made.toReversed());
    assert.deepEqual(await ids({ q: 'ZEBRA' }), [made[1], made[0]]);
    assert.deepEqual(await ids({ external_id: 'Ref-1' }), [made[0]]);
    assert.deepEqual(await ids({ external_id: 'Ref' }), []);
    assert.deepEqual(await ids({ q: '%_' }), [made[2]]);
    assert.deepEqual(await ids({ q: '_\\' }), [made[2]]);
    assert.deepEqual(await ids({ q: 'a_b' }), []);
    assert.ok((await ids({ status: 'in_progress' })).includes(world.launched));
    assert.deepEqual(await ids({ status: 'completed' }), []);
    assert.deepEqual(await ids({ status: 'draft', q: 'zebra' }), [made[1], made[0]]);
    assert.deepEqual(await ids({ q: '', status: '', external_id: '' }), await ids({}));
  });

  it('of projects find parts of 2 letters, in any case that the letters have, with no letter as a wildcard', async () => {
    const names = ['Éclair', 'STRASSE', 'Straße', '50%off', '50_off', '50\\off', '50xoff', '漢字 notes', 'Rocket 🚀'];
    const { test } = (await api.newAgency()).keys;
    const ids = await makeManyProjects(api, test.full, names);
    const finds = async (q: string) =>
      (await page('/projects', { q }, test.full)).data.map(({ id }) => names[ids.indexOf(id)]).toReversed();
    assert.deepEqual(await finds('éC'), ['Éclair']);
    assert.deepEqual(await finds('ÉCLAIR'), ['Éclair']);
    assert.deepEqual(await finds('strass'), ['STRASSE']);
    assert.deepEqual(await finds('AßE'), ['Straße']);
    assert.deepEqual(await finds('0%'), ['50%off']);
    assert.deepEqual(await finds('0_'), ['50_off']);
    assert.deepEqual(await finds('0\\'), ['50\\off']);
    assert.deepEqual(await finds('0\\o'), ['50\\off']);
    assert.deepEqual(await finds('50'), ['50%off', '50_off', '50\\off', '50xoff']);
    assert.deepEqual(await finds('漢字'), ['漢字 notes']);
    assert.deepEqual(await finds(' 🚀'), ['Rocket 🚀']);
    for (const q of ['🚀', 'x']) {
      const answer = await api.call('GET', `/projects?${new URLSearchParams({ q }).toString()}`, { key: test.full });
      assert.deepEqual(expectStatus(answer, 422).body.error.errors, [{ param: 'q', code: 'too_short' }]);
    }
  });

  it('of projects find those behind many that do not match, and only of their account and mode, page by page', async () => {
    const others = Array.from({ length: 3_000 }, () => 'Other');
    const { keys } = await api.newAgency();
    const found = Array.from({ length: 45 }, (_, number) => `Needle ${number}`);
    const ids = await makeManyProjects(api, keys.test.full, [...found.slice(0, 40), ...others, ...found.slice(40)]);
    await makeManyProjects(api, keys.live.full, found);
    const matching = [...ids.slice(0, 40), ...ids.slice(-5)].toReversed();
    for (const limit of [1, 20, 45, 100]) {
      assert.deepEqual(await walk('/projects', { q: 'needle', limit }, undefined, keys.test.full), matching);
    }
    assert.deepEqual(await walk('/projects', { q: 'needle', status: 'draft' }, undefined, keys.test.full), matching);
    assert.deepEqual(await walk('/projects', { q: 'needle', status: 'completed' }, undefined, keys.test.full), []);
    assert.deepEqual(await walk('/projects', { q: 'needles' }, undefined, keys.test.full), []);
  });

  it('of listings filter by status and directory', async () => {
    const { data } = await page(lists.listings());
    const { directory } = data[3] as Item & { directory: Item };
    const found = await page(lists.listings(), { directory: directory.id });
    assert.deepEqual(found.data, [data[3]]);
    assert.equal((await page(lists.listings(), { status: 'live' })).data.length, 0);
    assert.equal((await page(lists.listings(), { status: 'pending', limit: 100 })).data.length, 100);
    assert.deepEqual((await page(lists.listings(), { directory: `dir_${'0'.repeat(22)}` })).data, []);
  });

  it('of events run forward: a cursor polls for what comes after it, filtered or not', async () => {
    const before = await page('/events', { limit: 100 });
    const filtered = await page('/events', { limit: 100, type: 'listing.*' });
    assert.deepEqual(filtered.data, []);
    const empty = await page('/events', { cursor: before.next_cursor! });
    assert.deepEqual(empty.data, []);
    assert.equal(empty.has_more, false);

    const { id } = await createReadyProject(api.call, key);
    expectStatus(await api.call('POST', `/projects/${id}/launch`, { key }), 200);
    const fresh = await page('/events', { cursor: empty.next_cursor! });
    assert.equal(fresh.data.length, 1);
    assert.equal((fresh.data[0] as Item & { project: string }).project, id);
    assert.deepEqual((await page('/events', { type: 'listing.*', cursor: filtered.next_cursor! })).data, []);
    assert.deepEqual((await page('/events', { type: 'project.launched', project: id })).data, fresh.data);
    assert.deepEqual((await page('/events', { type: 'project.*', project: id })).data, fresh.data);
    assert.deepEqual((await page('/events', { type: 'ping' })).data, []);
  });

  it('of a new account are empty', async () => {
    const { test } = await createSetupAccount(api.service);
    for (const path of ['/projects', '/webhook_endpoints', '/events']) {
      const { data, has_more } = await page(path, {}, test);
      assert.deepEqual([data, has_more], [[], false]);
    }
  });
});
