import assert from 'node:assert/strict';
import { LISTING_REASONS, LISTING_STATUSES, type ListingStatus } from '../../src/domain/listing-status.ts';
import { createReadyProject, expectStatus } from '../support/factories.ts';
import { readFeed } from '../support/feed.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** The moves of specification 3.2 and those beside it, with the reason of each that has one. */
const MOVES: Record<ListingStatus, Partial<Record<ListingStatus, string | null>>> = {
  pending: { in_progress: null, not_accepted: 'unavailable', cancelled: 'withdrawn' },
  in_progress: {
    action_required: null,
    submitted: null,
    live: null,
    not_accepted: 'unavailable',
    cancelled: 'withdrawn',
  },
  action_required: { in_progress: null, not_accepted: 'unavailable', cancelled: 'withdrawn' },
  submitted: { live: null, not_accepted: 'declined' },
  live: { submitted: null, not_accepted: 'removed' },
  not_accepted: { pending: null, in_progress: null, submitted: null, live: null },
  cancelled: { pending: null, in_progress: null, submitted: null, live: null },
};
/** How a pending listing gets to a status. */
const WAYS: Record<ListingStatus, ListingStatus[]> = {
  pending: [],
  in_progress: ['in_progress'],
  action_required: ['in_progress', 'action_required'],
  submitted: ['in_progress', 'submitted'],
  live: ['in_progress', 'live'],
  not_accepted: ['not_accepted'],
  cancelled: ['cancelled'],
};

describe('the test helper advance', () => {
  let api: TestService;
  let key: string;
  let project: string;
  let listing: string;

  before(async () => {
    api = await startTestService();
  });
  after(() => api.close());
  beforeEach(async () => {
    key = (await api.newAgency()).keys.test.full;
    ({ id: project } = await createReadyProject(api.call, key));
    const json = { auto_replace: false };
    expectStatus(await api.call('POST', `/projects/${project}/launch`, { key, json }), 200);
    [listing] = (await ids()) as [string];
  });

  const advance = (json?: unknown, of = listing) =>
    api.call('POST', `/test_helpers/listings/${of}/advance`, { key, json });
  const moved = async (json?: unknown, of = listing) => expectStatus(await advance(json, of), 200).body;
  const read = async () => expectStatus(await api.call('GET', `/projects/${project}`, { key }), 200).body;
  const ids = async () => {
    const { body } = expectStatus(await api.call('GET', `/projects/${project}/listings?limit=100`, { key }), 200);
    return (body.data as { id: string }[]).map(({ id }) => id);
  };

  it('moves a listing through its life step by step', async () => {
    const seen = [];
    for (let step = 0; step < 3; step++) seen.push((await moved()).status);
    assert.deepEqual(seen, ['in_progress', 'submitted', 'live']);
    assert.deepEqual(expectStatus(await advance(), 422).body.error.errors, [{ param: 'to', code: 'required' }]);
    await moved({ to: 'not_accepted' });
    assert.deepEqual(expectStatus(await advance({}), 422).body.error.errors, [{ param: 'to', code: 'required' }]);
  });

  it('asks for an action, and settles it with the next step', async () => {
    await moved();
    const asked = await moved({ to: 'action_required' });
    assert.deepEqual([asked.action.code, asked.action.waiting_on], ['provide_details', 'client']);
    assert.equal((await read()).status, 'action_required');
    assert.equal((await moved()).status, 'in_progress');
    const action = { code: 'install_badge', waiting_on: 'agency', client_message: 'Please do.' };
    assert.deepEqual((await moved({ to: 'action_required', action })).action, action);
  });

  for (const from of LISTING_STATUSES) {
    it(`makes every move from ${from} that the table has, and no other`, async () => {
      const [, ...others] = await ids();
      for (const to of LISTING_STATUSES) {
        const of = others.pop()!;
        for (const step of WAYS[from]) await moved({ to: step }, of);
        const reason = MOVES[from][to];
        if (reason === undefined) {
          const { error } = expectStatus(await advance({ to }, of), 422).body;
          assert.deepEqual(error.errors, [{ param: 'to', code: 'not_allowed' }], to);
          continue;
        }
        for (const wrong of LISTING_REASONS.filter((other) => other !== reason)) {
          const { error } = expectStatus(await advance({ to, reason: wrong }, of), 422).body;
          assert.deepEqual(error.errors, [{ param: 'reason', code: 'not_allowed' }], `${to} ${wrong}`);
        }
        const after = await moved(reason ? { to, reason } : { to }, of);
        assert.deepEqual([after.status, after.reason], [to, reason]);
        const { allowance, progress } = await read();
        assert.equal(allowance.used + allowance.reserved + allowance.available, allowance.total);
        assert.equal(progress.total, 100);
      }
    });
  }

  it('tells each move in the feed, but a return to pending', async () => {
    const before = (await readFeed(api.call, key)).length;
    for (const to of ['in_progress', 'live', 'not_accepted', 'pending', 'in_progress']) await moved({ to });
    const events = (await readFeed(api.call, key)).slice(before).filter(({ type }) => type.startsWith('listing.'));
    assert.deepEqual(
      events.map(({ type, data }) => [type, data.previous_status]),
      [
        ['listing.in_progress', 'pending'],
        ['listing.live', 'in_progress'],
        ['listing.not_accepted', 'live'],
        ['listing.in_progress', 'pending'],
      ],
    );
  });

  it('keeps of a corrected listing what its new status has reached', async () => {
    await moved();
    const live = await moved({ to: 'live', live_url: 'https://directory.example.com/acme' });
    assert.equal(live.live_url, 'https://directory.example.com/acme');
    const back = await moved({ to: 'submitted' });
    assert.deepEqual([back.live_url, back.live_at, back.submitted_at], [null, live.live_at, live.submitted_at]);
    await moved({ to: 'not_accepted' });
    const pending = await moved({ to: 'pending' });
    assert.deepEqual([pending.reason, pending.submitted_at, pending.live_at], [null, null, live.live_at]);
  });

  it('takes members only with the status that has them', async () => {
    for (const [json, param] of [
      [{ to: 'in_progress', live_url: 'https://a.example.com' }, 'live_url'],
      [{ to: 'in_progress', action: { code: 'approve_copy' } }, 'action'],
      [{ to: 'in_progress', reason: 'withdrawn' }, 'reason'],
    ] as const) {
      assert.deepEqual(expectStatus(await advance(json), 422).body.error.errors, [{ param, code: 'not_allowed' }]);
    }
  });

  it('starts no more listings than there are slots', async () => {
    const { id: second } = await createReadyProject(api.call, key);
    expectStatus(await api.call('POST', `/projects/${second}/launch`, { key }), 200);
    const all = await ids();
    await Promise.all(all.map((of) => moved(undefined, of)));
    project = second;
    const [waiting] = (await ids()) as [string];
    const { error } = expectStatus(await advance(undefined, waiting), 422).body;
    assert.deepEqual(error.errors, [{ param: 'to', code: 'no_capacity' }]);
    assert.equal((await api.call('GET', '/account', { key })).body.capacity.in_flight, 100);
    await moved({ to: 'submitted' }, all[0]);
    await moved({ to: 'submitted' }, all[1]);
    const pending = (await ids()).slice(0, 5);
    ({ id: project } = await createReadyProject(api.call, key));
    expectStatus(await api.call('POST', `/projects/${project}/launch`, { key }), 200);
    pending.push(...(await ids()).slice(0, 5));
    const answers = await Promise.all(pending.map((of) => advance(undefined, of)));
    assert.equal(answers.filter(({ status }) => status === 200).length, 2);
    assert.equal((await api.call('GET', '/account', { key })).body.capacity.in_flight, 100);
  });

  it('withdraws the newest listing that the service picked, for a correction without a free share', async () => {
    await moved({ to: 'cancelled' });
    expectStatus(await api.call('POST', `/projects/${project}/listings`, { key }), 200);
    const before = new Set(await ids());
    assert.equal((await read()).allowance.available, 0);
    assert.equal((await moved({ to: 'submitted' })).status, 'submitted');
    const { allowance, progress } = await read();
    assert.deepEqual([allowance.available, allowance.used, progress.cancelled], [0, 1, 1]);
    assert.deepEqual(new Set(await ids()), before);
  });

  it('finds listings of its own account and of test mode only', async () => {
    const other = await api.newAgency();
    const path = `/test_helpers/listings/${listing}/advance`;
    expectStatus(await api.call('POST', path, { key: other.keys.test.full }), 404);
    const live = expectStatus(await api.call('POST', path, { key: other.keys.live.full }), 403);
    assert.equal(live.body.error.code, 'test_mode_only');
  });
});

describe('the test helper launches', () => {
  let api: TestService;

  before(async () => {
    api = await startTestService();
  });
  after(() => api.close());

  it('sets how many launches test mode has left', async () => {
    const { keys } = await api.newAgency();
    const key = keys.test.full;
    const set = async (available: unknown) =>
      api.call('POST', '/test_helpers/account/launches', { key, json: { available } });
    const { id } = await createReadyProject(api.call, key);
    expectStatus(await api.call('POST', `/projects/${id}/launch`, { key }), 200);
    assert.deepEqual(expectStatus(await set(0), 200).body.launches, { available: 0, used: 1, total: 1 });
    const { id: second } = await createReadyProject(api.call, key);
    expectStatus(await api.call('POST', `/projects/${second}/launch`, { key }), 402);
    assert.deepEqual(expectStatus(await set(1_000), 200).body.launches, { available: 1_000, used: 1, total: 1_001 });
    expectStatus(await api.call('POST', `/projects/${second}/launch`, { key }), 200);
    for (const [value, code] of [
      [-1, 'too_small'],
      [1_001, 'too_large'],
      [0.5, 'invalid_type'],
      ['5', 'invalid_type'],
      [undefined, 'required'],
    ] as const) {
      assert.deepEqual(expectStatus(await set(value), 422).body.error.errors, [{ param: 'available', code }]);
    }
    const live = await api.call('POST', '/test_helpers/account/launches', {
      key: keys.live.full,
      json: { available: 1 },
    });
    assert.equal(expectStatus(live, 403).body.error.code, 'test_mode_only');
  });
});
