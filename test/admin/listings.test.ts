import assert from 'node:assert/strict';
import type { ListingMove } from '../../src/domain/listing-status.ts';
import type { OperatorMove } from '../../src/domain/operator-moves.ts';
import type { Agency } from '../../src/main/agency.ts';
import { grantSlots } from '../../src/services/listings/grant-slots.ts';
import { moveByOperator } from '../../src/services/listings/move-by-operator.ts';
import { createReadyProject, expectStatus } from '../support/factories.ts';
import { openDirectories } from '../support/open-directories.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { adminOf, jsonOf, textOf, type RunAdmin } from './support/run-admin.ts';

const DAY_MS = 86_400_000;
const ACTION = { code: 'confirm_email', waiting_on: 'client', client_message: 'Click the link.' } as const;

describe('the operators’ listing commands', () => {
  let api: TestService;
  let admin: RunAdmin;
  let agency: Agency;

  before(async () => {
    api = await startTestService();
    admin = adminOf(api.config.databaseUrl);
  });
  beforeEach(async () => {
    agency = await api.newAgency();
  });
  after(() => api.close());

  /** Launches on some directories and starts their listings at a time. */
  const started = async (count: number, at = api.clock.now(), livemode = true) => {
    const key = livemode ? agency.keys.live.full : agency.keys.test.full;
    const { id } = await createReadyProject(api.call, key, { url: 'https://acme-tools.io' });
    const include = (await directories()).slice(0, count);
    const json = { directories: { include } };
    expectStatus(await api.call('POST', `/projects/${id}/launch`, { key, json }), 200);
    await grantSlots(api.service, { account_id: agency.accountId, livemode }, at);
    const { body } = expectStatus(await api.call('GET', `/projects/${id}/listings`, { key }), 200);
    return { project: id, listings: (body.data as { id: string }[]).map((listing) => listing.id), key };
  };
  const directories = () => openDirectories(api.service);
  const setReview = (listing: string, days: number | null) =>
    api.service.db.pool.query(
      'update directory set review_days = $2 where id = (select directory_id from listing where id = $1)',
      [listing, days],
    );
  const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
  const move = (listing: string, by: OperatorMove, to: ListingMove, days: number) =>
    moveByOperator(api.service, listing, by, to, daysAgo(days));
  const report = (listing: string, outcome: ListingMove, days: number) => move(listing, 'reportOutcome', outcome, days);
  const ask = (listing: string, days: number) =>
    move(listing, 'askAgency', { to: 'action_required', action: ACTION }, days);

  it('take a listing through its life, and say what comes next', async () => {
    const { project, listings, key } = await started(1);
    const [id] = listings as [string];
    const shown = await jsonOf(admin, 'listing', 'show', id);
    assert.deepEqual([shown.id, shown.project.id, shown.mode, shown.status], [id, project, 'live', 'in_progress']);
    assert.equal(shown.workflow, `listing/${id}`);
    assert.deepEqual(
      shown.moves.map(({ command, to }: { command: string; to: string }) => `${command} ${to}`),
      ['ask action_required', 'report submitted', 'report live', 'report not_accepted', 'report cancelled'],
    );
    assert.match(
      await textOf(admin, 'listing', 'show', id),
      /^moves +ask, report submitted, report live, report not_accepted \(unavailable\), report cancelled \(withdrawn\)$/m,
    );

    const asked = ['--of', 'client', '--message', 'Click the link.'];
    const waiting = await jsonOf(admin, 'listing', 'ask', id, 'confirm_email', ...asked);
    assert.deepEqual([waiting.status, waiting.action], ['action_required', ACTION]);
    const read = async () => expectStatus(await api.call('GET', `/listings/${id}`, { key }), 200).body;
    assert.deepEqual((await read()).action, ACTION);

    const queued = await jsonOf(admin, 'listing', 'settle', id);
    assert.deepEqual([queued.waits_for_slot, queued.action.waiting_on], [true, 'service']);
    await grantSlots(api.service, { account_id: agency.accountId, livemode: true }, api.clock.now());

    await textOf(admin, 'listing', 'report', id, 'submitted');
    const live = await textOf(admin, 'listing', 'report', id, 'live', '--live-url', 'https://directory.example/acme');
    assert.match(live, /^live url +https:\/\/directory\.example\/acme$/m);
    assert.equal((await read()).live_url, 'https://directory.example/acme');
  });

  it('correct a listing that has ended', async () => {
    const { project, listings, key } = await started(2);
    const [id] = listings as [string];
    await textOf(admin, 'listing', 'report', id, 'not_accepted', '--reason', 'unavailable');
    const before = expectStatus(await api.call('GET', `/projects/${project}`, { key }), 200).body;
    const corrected = await jsonOf(admin, 'listing', 'correct', id, 'pending');
    assert.deepEqual([corrected.status, corrected.reason, corrected.waits_for_slot], ['pending', null, true]);
    const after = expectStatus(await api.call('GET', `/projects/${project}`, { key }), 200).body;
    assert.equal(after.allowance.available, before.allowance.available - 1);
    const [, other] = listings as [string, string];
    await textOf(admin, 'listing', 'report', other, 'live', '--live-url', 'https://directory.example/wrong');
    const again = await jsonOf(admin, 'listing', 'correct', other, 'submitted');
    assert.deepEqual([again.status, again.live_url], ['submitted', null]);
  });

  it('refuse what cannot be reported, with a sentence, and change nothing', async () => {
    const { listings, key } = await started(1);
    const [id] = listings as [string];
    const test = await started(1, api.clock.now(), false);
    const cases: [string[], RegExp][] = [
      [[id, 'in_progress'], /`settleAction` \(on the command line, `listing settle`\) is for that\.$/],
      [[id, 'action_required'], /`askAgency` \(on the command line, `listing ask`\) is for that\.$/],
      [[id, 'pending'], /`correct` \(on the command line, `listing correct`\) is for that\.$/],
      [[id, 'submited'], /^`to` must be one of submitted, live, not_accepted, cancelled\.$/],
      [[id, 'not_accepted', '--reason', 'no'], /^`reason` must be one of declined, unavailable, removed, withdrawn\.$/],
      [[id, 'live', '--reason', 'declined'], /is not a reason for a move from `in_progress` to `live`/],
      [[id, 'live', '--live-url', 'ftp://x'], /`live_url` must be an http or https address/],
      [[test.listings[0]!, 'submitted'], /^Test mode moves its listings by itself/],
      [[`lst_${'0'.repeat(22)}`, 'submitted'], /^There is no listing lst_0+\.$/],
    ];
    const others: [string[], RegExp][] = [
      [['settle', id], /^A listing that is `in_progress` waits for no action\.$/],
      [['correct', id, 'submitted'], /is not a move of `correct`: `reportOutcome` .* makes it\.$/],
      [['correct', id, 'in_progress'], /^Slots start listings: correct it to `pending`/],
      [['correct', id, 'cancelled'], /^`to` must be one of pending, submitted, live\.$/],
      [['ask', id, 'install_badge', '--message', ' '], /^`client_message` must be a text of 1 to 2048 characters\.$/],
      [['settle', test.listings[0]!], /^Test mode moves its listings by itself/],
      [['settle', `lst_${'0'.repeat(22)}`], /^There is no listing lst_0+\.$/],
      [['retry', `lst_${'0'.repeat(22)}`], /^There is no listing lst_0+\.$/],
      [['resume', id], /^To ask Temporal, TEMPORAL_ADDRESS must be set as it is for the workers\.$/],
    ];
    for (const [args, sentence] of [...cases.map(([a, says]) => [['report', ...a], says] as const), ...others]) {
      const { exitCode, stdout, stderr } = await admin('listing', ...args);
      assert.deepEqual([exitCode, stdout], [1, ''], stderr);
      assert.match(stderr.trimEnd(), sentence);
      assert.equal(stderr.split('\n').length, 2, 'one sentence');
    }
    assert.equal(expectStatus(await api.call('GET', `/listings/${id}`, { key }), 200).body.status, 'in_progress');
  });

  it('list the listings of a project, highest rated directory first, and those with a status', async () => {
    const { project, listings } = await started(3);
    await report(listings[1]!, { to: 'submitted' }, 0);
    const list = async (...options: string[]) => {
      const { data, has_more } = await jsonOf(admin, 'listing', 'list', project, ...options);
      return [data.map(({ id }: { id: string }) => id), has_more];
    };
    assert.deepEqual(await list(), [listings, false]);
    assert.deepEqual(await list('--limit', '2'), [listings.slice(0, 2), true]);
    assert.deepEqual(await list('--status', 'submitted'), [[listings[1]], false]);
    assert.match(await textOf(admin, 'listing', 'list', project), new RegExp(`^${listings[1]}  submitted `, 'm'));
    assert.equal(
      await textOf(admin, 'listing', 'list', project, '--status', 'live'),
      `The project ${project} has no such listings.\n`,
    );
  });

  it('list the live listings that wait for an operator, and why, oldest first', async () => {
    const { listings } = await started(9, daysAgo(50));
    const [inProgress, answered, late, slow, unknown, silent, asked, waiting, done] = listings as [string, ...string[]];
    await report(answered!, { to: 'live' }, 40);
    await report(late!, { to: 'submitted' }, 11);
    await setReview(late!, 5);
    await report(slow!, { to: 'submitted' }, 9);
    await setReview(slow!, 5);
    await report(unknown!, { to: 'submitted' }, 29);
    await setReview(unknown!, null);
    await report(silent!, { to: 'submitted' }, 31);
    await setReview(silent!, null);
    await ask(asked!, 15);
    await ask(waiting!, 13);
    await ask(done!, 16);
    await move(done!, 'settleAction', { to: 'in_progress' }, 1);
    const other = agency.accountId;
    agency = await api.newAgency();
    const { listings: others } = await started(1, daysAgo(60));
    await started(1, daysAgo(60), false);

    const stuck = async (...options: string[]) => (await jsonOf(admin, 'listing', 'stuck', ...options)).data;
    const ids = (data: { id: string }[]) => data.map(({ id }) => id);
    const mine = await stuck('--account', other);
    assert.deepEqual(ids(mine), [inProgress, silent, asked, late]);
    assert.deepEqual(
      mine.map(({ why }: { why: string }) => why),
      [
        'an operator must submit it',
        'the directory has not answered: how long it takes is not known',
        'the client has not done confirm_email',
        'the directory has not answered: it takes 5 days as a rule',
      ],
    );
    const all = ids(await stuck()).filter((id) => [...listings, ...others].includes(id));
    assert.deepEqual(all, [...others, inProgress, silent, asked, late]);
    assert.deepEqual(ids(await stuck('--limit', '1', '--account', other)), [inProgress]);
    assert.match(
      await textOf(admin, 'listing', 'stuck', '--account', other),
      new RegExp(`^${asked}  action_required +\\S+ .* the client has not done confirm_email$`, 'm'),
    );
    const idle = (await api.newAgency()).accountId;
    assert.equal(
      await textOf(admin, 'listing', 'stuck', '--account', idle),
      'The database knows of no listing that waits.\n\nWhat is parked is not known, and may be missing here. ' +
        'To ask Temporal, TEMPORAL_ADDRESS must be set as it is for the workers.\n',
    );
  });

  it('list a listing that its directory’s driver should have submitted once a day has passed', async () => {
    const { listings } = await started(1, daysAgo(2));
    const [id] = listings as [string];
    const late = agency.accountId;
    agency = await api.newAgency();
    await started(1, daysAgo(0.5));
    const setDriver = (driver: object | null) =>
      api.service.db.pool.query(
        'update directory set driver = $2 where id = (select directory_id from listing where id = $1)',
        [id, driver && JSON.stringify(driver)],
      );
    await setDriver({ kind: 'http' });
    const why = async (account: string) => {
      const { data } = await jsonOf(admin, 'listing', 'stuck', '--account', account);
      return data.map((listing: { why: string }) => listing.why);
    };
    assert.deepEqual(await why(late), ['it has not been submitted by HTTP for a day: its workflow says why']);
    assert.deepEqual(await why(agency.accountId), []);
    await setDriver(null);
    assert.deepEqual(await why(agency.accountId), ['an operator must submit it']);
  });
});
