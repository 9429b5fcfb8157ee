import assert from 'node:assert/strict';
import fc from 'fast-check';
import { LISTING_STATUSES } from '../../src/domain/listing-status.ts';
import { HOLD_REASONS } from '../../src/domain/project-status.ts';
import { grantSlots } from '../../src/services/listings/grant-slots.ts';
import { autoReplace } from '../../src/services/projects/auto-replace.ts';
import { setHold } from '../../src/services/projects/hold-project.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { checkInvariants, forbidMoreInProgress } from './invariants.ts';
import { createWorld, type ModelWorld } from './world.ts';

/** Something that an agency, an operator, a workflow or a crash does; the numbers pick what it is done to. */
type Step = { does: keyof typeof STEPS; a: number; b: number };

const CRASH = new Error('the process dies before it commits');

/** Each does what it can to what it picks; a refusal of the API is as good as a success, for the invariants judge. */
const STEPS = {
  launch: (world, a, b) => {
    const project = world.pick(world.projects, a);
    const named = world.some(world.fitting, b, 40);
    const choices = ['auto', { include: named }, { exclude: named }];
    return world.call('POST', `/projects/${project}/launch`, { directories: choices[b % 3] });
  },
  add: (world, a, b) => {
    const choices = [
      'auto',
      { include: world.some(world.fitting, b, 3) },
      { exclude: world.some(world.fitting, b, 3) },
    ];
    return world.call('POST', `/projects/${world.pick(world.projects, a)}/listings`, { directories: choices[b % 3] });
  },
  advance: async (world, a, b) => {
    const listing = await world.pickListing(a);
    const to = LISTING_STATUSES[b % LISTING_STATUSES.length];
    if (listing) await world.call('POST', `/test_helpers/listings/${listing}/advance`, b % 3 === 0 ? {} : { to });
  },
  grant: ({ service, scope }) => grantSlots(service, scope, service.clock.now()),
  replace: async (world, a) => {
    await autoReplace(world.service, world.pick(world.projects, a), world.service.clock.now());
  },
  replacing: (world, a, b) =>
    world.call('PATCH', `/projects/${world.pick(world.projects, a)}`, { auto_replace: b % 2 === 0 }),
  hold: async (world, a, b) => {
    await setHold(world.service, world.pick(world.projects, a), [...HOLD_REASONS, null][b % 3]!).catch(ignoreRefusal);
  },
  catalog: async ({ service, pick, fitting }, a, b) => {
    await service.db.pool.query('update directory set open = $2 where id = $1', [pick(fitting, a), b % 2 === 0]);
  },
  crash: async ({ service, scope, pick, projects }, a, b) => {
    const dying = { ...service, beforeCommit: () => Promise.reject(CRASH) };
    const at = service.clock.now();
    const work = b % 2 === 0 ? grantSlots(dying, scope, at) : autoReplace(dying, pick(projects, a), at);
    await work.catch((error: unknown) => assert.equal(error, CRASH));
  },
} satisfies Record<string, (world: ModelWorld, a: number, b: number) => Promise<unknown>>;

const step: fc.Arbitrary<Step> = fc.record({
  does: fc.oneof(
    { weight: 6, arbitrary: fc.constant('advance' as const) },
    { weight: 2, arbitrary: fc.constantFrom('launch' as const, 'grant' as const, 'add' as const) },
    { weight: 1, arbitrary: fc.constantFrom(...(Object.keys(STEPS) as (keyof typeof STEPS)[])) },
  ),
  a: fc.nat(10_000),
  b: fc.nat(10_000),
});

describe('whatever agencies, operators, the catalog and crashes do to listings', () => {
  let api: TestService;

  before(async () => {
    api = await startTestService();
    await forbidMoreInProgress(api.service.db.pool);
  });
  after(() => api.close());

  it('keeps allowance, capacity, credits, statuses and events in order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        const world = await createWorld(api);
        for (const { does, a, b } of steps) {
          await STEPS[does](world, a, b);
          await checkInvariants(world);
        }
      }),
      { numRuns: 25, endOnFailure: true },
    );
  }).timeout(180_000);

  it('does so when it is all done at once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
        const world = await createWorld(api);
        // One project has no room, and so many in progress that hardly a slot is free; one has much room; one is a draft.
        await STEPS.launch(world, 0, 0);
        await STEPS.launch(world, 1, 1);
        await grantSlots(world.service, world.scope, world.service.clock.now());
        for (const number of [1, 3]) await STEPS.advance(world, number, 3);
        await Promise.all(steps.map(({ does, a, b }) => STEPS[does](world, a, b)));
        await checkInvariants(world);
      }),
      { numRuns: 15, endOnFailure: true },
    );
  }).timeout(180_000);
});

/** A draft cannot be held. */
function ignoreRefusal(error: unknown): void {
  assert.match(String(error), /draft/);
}
