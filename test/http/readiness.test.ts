import assert from 'node:assert/strict';
import { createReadyProject, expectStatus, projectBody } from '../support/factories.ts';
import { startTestService, type TestService } from '../support/service.ts';

describe('readiness', () => {
  let api: TestService;
  let key: string;

  before(async () => {
    api = await startTestService();
    key = (await api.newAgency()).keys.test.full;
  });
  after(() => api.close());

  const readiness = async (id: string) =>
    expectStatus(await api.call('GET', `/projects/${id}/readiness`, { key }), 200).body;
  const patch = async (id: string, json: unknown) =>
    expectStatus(await api.call('PATCH', `/projects/${id}`, { key, json }), 200);
  const launch = async (id: string, json?: unknown) =>
    expectStatus(await api.call('POST', `/projects/${id}/launch`, { key, json }), 200).body;
  const ratings = async (id: string) =>
    (
      expectStatus(await api.call('GET', `/projects/${id}/listings?limit=100`, { key }), 200).body.data as {
        directory: { domain_rating: number };
      }[]
    ).map(({ directory }) => directory.domain_rating);

  it('tells what a launch then does: how many directories, and how they are rated', async () => {
    const { id } = await createReadyProject(api.call, key);
    const before = await readiness(id);
    assert.deepEqual([before.ready, before.missing, before.cost.launches], [true, [], 1]);
    assert.equal(before.directories.limit, 100);
    const launched = await launch(id);
    const rated = (await ratings(id)).toSorted((a, b) => a - b);
    assert.equal(before.directories.selected, launched.progress.total);
    assert.equal(before.directories.top_domain_rating, rated.at(-1));
    const median = (rated[Math.floor((rated.length - 1) / 2)]! + rated[Math.ceil((rated.length - 1) / 2)]!) / 2;
    assert.equal(before.directories.median_domain_rating, Math.round(median));
    assert.equal((await readiness(id)).cost.available, before.cost.available - 1);
  });

  it('names what a launch needs and the project lacks', async () => {
    const json = projectBody({ contact_email: null });
    const { id } = expectStatus(await api.call('POST', '/projects', { key, json }), 201).body;
    const { ready, missing } = await readiness(id as string);
    assert.deepEqual([ready, missing], [false, ['contact_email', 'logo', 'screenshots']]);
  });

  it('of a launched project tells what an add would do from the free allowance', async () => {
    const { id } = await createReadyProject(api.call, key);
    const whole = (await readiness(id)).directories.selected as number;
    await launch(id);
    const full = await readiness(id);
    assert.deepEqual(
      [full.directories.selected, full.directories.limit, full.directories.median_domain_rating, full.cost.launches],
      [0, 0, null, 0],
    );
    assert.equal(whole, 100);
    const { data } = (await api.call('GET', `/projects/${id}/listings?limit=3`, { key })).body;
    for (const listing of data as { id: string }[]) {
      const path = `/test_helpers/listings/${listing.id}/advance`;
      expectStatus(await api.call('POST', path, { key, json: { to: 'cancelled' } }), 200);
    }
    const after = await readiness(id);
    assert.deepEqual([after.directories.selected, after.directories.limit], [3, 3]);
    const added = expectStatus(await api.call('POST', `/projects/${id}/listings`, { key }), 200).body;
    assert.equal(added.progress.pending, 100);
  });

  it('counts for each requirement the directories that it alone would open, most first', async () => {
    const { id } = await createReadyProject(api.call, key, { competitors: null, promo_code: null });
    const { unlocks } = await readiness(id);
    const counts = (unlocks as { directories: number }[]).map(({ directories }) => directories);
    assert.ok(counts.length > 0);
    assert.deepEqual(
      counts,
      counts.toSorted((a, b) => b - a),
    );
    for (const { requirement, how } of unlocks as { requirement: string; how: string }[]) {
      assert.match(how, { badge: /badge/, competitors: /competitors/, promo_code: /promo_code/ }[requirement]!);
    }
    await patch(id, { promo_code: 'SAVE20' });
    const left = (await readiness(id)).unlocks as { requirement: string }[];
    assert.equal(
      left.some(({ requirement }) => requirement === 'promo_code'),
      false,
    );
  });

  it('counts directories that do not take this kind of product, by reason', async () => {
    const kind = (audience: object) => createReadyProject(api.call, key, { audience });
    const [none, all] = [await kind({}), await kind({ b2b: true, ai: true, directory: true })];
    const { not_matching: closed } = await readiness(none.id);
    const { not_matching: open } = await readiness(all.id);
    for (const reason of ['b2b_only', 'ai_only', 'directories_only']) {
      assert.ok(closed[reason] > 0, reason);
      assert.equal(open[reason], 0, reason);
    }
    const unset = await createReadyProject(api.call, key, { category: null, pricing_model: null });
    assert.ok((await readiness(unset.id)).not_matching.other > open.other);
  });
});
