import assert from 'node:assert/strict';
import { Client } from '@temporalio/client';
import { workflowIds } from '../../src/domain/workflow-ids.ts';
import { setHold } from '../../src/services/projects/hold-project.ts';
import { startDirectoryWorld, type DirectoryWorld, type Submitted } from '../support/directory-world.ts';
import { eventually } from '../support/eventually.ts';
import { picture } from '../support/factories.ts';
import { startImageServer } from '../support/image-server.ts';

const QUESTION = { code: 'confirm_email', waiting_on: 'client', client_message: 'Click the link.' };
const LIVE_URL = 'https://directory.example/acme';

describe('what operators say of a live listing', () => {
  let world: DirectoryWorld;

  before(async () => {
    world = await startDirectoryWorld();
  });
  after(() => world.close());

  /** A listing that waits for an operator to submit it. */
  const begun = async (): Promise<Submitted> => {
    const launched = await world.launch();
    await world.says(launched.listing, /Waits for an operator to submit it/);
    return launched;
  };
  const report = (listing: string, outcome: object) => world.update(listing, 'reportOutcome', outcome);

  it('asks somebody to act, and has the listing go on once that is settled', async () => {
    const { listing } = await begun();
    await world.update(listing, 'askAgency', QUESTION);
    assert.deepEqual((await world.read(listing)).action, QUESTION);
    await world.says(listing, /Then update `settleAction`[\s\S]*waiting on the client: Click the link\./);
    await world.update(listing, 'settleAction');
    const { action } = await world.reached(listing, 'in_progress');
    assert.equal(action, null);
    assert.deepEqual(await world.movesOf(listing), ['in_progress', 'action_required', 'in_progress']);
  });

  it('leaves a settled listing waiting on the service while it gets no slot', async () => {
    const { listing, project } = await begun();
    await world.update(listing, 'askAgency', QUESTION);
    await setHold(world.stack.service, project, 'review');
    await world.update(listing, 'settleAction');
    const { status, action } = await world.read(listing);
    assert.deepEqual([status, action], ['action_required', { ...QUESTION, waiting_on: 'service' }]);
    await world.says(listing, /Waits for a free slot/);
    await world.update(listing, 'settleAction');
    await setHold(world.stack.service, project, null);
    await world.reached(listing, 'in_progress');
  });

  it('corrects what was said of a listing, as the table of corrections has it', async () => {
    const ends = [
      { to: 'not_accepted', reason: 'unavailable' },
      { to: 'cancelled', reason: 'withdrawn' },
      { to: 'live' },
    ];
    const corrections = [{ to: 'pending' }, { to: 'submitted' }, { to: 'live', live_url: LIVE_URL }];
    for (const end of ends) {
      for (const correction of end.to === 'live' ? [{ to: 'submitted' }] : corrections) {
        const { listing } = await begun();
        await report(listing, end);
        await world.reached(listing, end.to);
        await world.update(listing, 'correct', correction);
        // Slots are free, so that what is pending begins at once.
        const after = await world.reached(listing, correction.to === 'pending' ? 'in_progress' : correction.to);
        assert.deepEqual([after.reason, after.live_url], [null, correction.live_url ?? null]);
      }
    }
  });

  it('refuses what is not a move of the listing, and names the update that makes it', async () => {
    const { listing } = await begun();
    const other = (update: string, command: string) =>
      new RegExp(`\`${update}\` \\(on the command line, \`listing ${command}\`\\)`);
    await world.refuses(listing, 'reportOutcome', other('askAgency', 'ask'), { to: 'action_required' });
    await world.refuses(listing, 'reportOutcome', other('settleAction', 'settle'), { to: 'in_progress' });
    await world.refuses(listing, 'reportOutcome', other('correct', 'correct'), { to: 'pending' });
    await world.refuses(listing, 'correct', other('reportOutcome', 'report'), { to: 'submitted' });
    await world.refuses(listing, 'settleAction', /^A listing that is `in_progress` waits for no action\.$/);
    await world.refuses(listing, 'attachProof', /a live listing, and this one is `in_progress`/, { url: LIVE_URL });
    await report(listing, { to: 'live', live_url: LIVE_URL });
    await world.says(listing, /is `live`/);
    await world.refuses(listing, 'reportOutcome', other('correct', 'correct'), { to: 'submitted' });
    await world.refuses(listing, 'askAgency', /`live` cannot become `action_required`/, QUESTION);
    await world.refuses(listing, 'correct', /`live` cannot become `pending`/, { to: 'pending' });
    await report(listing, { to: 'not_accepted', reason: 'removed' });
    await world.says(listing, /is `not_accepted`/);
    await world.refuses(listing, 'correct', /^Slots start listings: correct it to `pending`/, { to: 'in_progress' });
    await world.refuses(listing, 'reportOutcome', other('correct', 'correct'), { to: 'live' });
    assert.deepEqual(await world.movesOf(listing), ['in_progress', 'live', 'not_accepted']);
  });

  it('refuses what was mistyped with a sentence', async () => {
    const { listing } = await begun();
    for (const [update, json, sentence] of [
      ['reportOutcome', undefined, /^It takes JSON such as \{"to": "submitted"\}\.$/],
      ['reportOutcome', 'submitted', /^It takes JSON such as/],
      ['reportOutcome', { to: 'live', liveUrl: LIVE_URL }, /^`liveUrl` is not a member that it takes: those are to, r/],
      ['reportOutcome', { to: 'submited' }, /^`to` must be one of submitted, live, not_accepted, cancelled\.$/],
      ['reportOutcome', { to: 'live', live_url: 'https://a b' }, /^`live_url` must be an http or https address\.$/],
      ['reportOutcome', { to: 'submitted', live_url: LIVE_URL }, /^Only `live` takes a `live_url`\.$/],
      ['askAgency', ['confirm_email'], /^It takes JSON such as \{"code": "confirm_email"/],
      ['askAgency', { ...QUESTION, code: 'dance' }, /^`code` must be one of install_badge/],
      ['askAgency', { ...QUESTION, waiting_on: 'service' }, /^`waiting_on` must be one of agency, client\.$/],
      [
        'askAgency',
        { ...QUESTION, client_message: ' ' },
        /^`client_message` must be a text of 1 to 2048 characters\.$/,
      ],
      ['correct', { to: 'cancelled' }, /^`to` must be one of pending, submitted, live\.$/],
      ['correct', { to: 'pending', reason: 'declined' }, /^`reason` is not a member that it takes/],
      ['attachProof', { url: 'file:///etc/passwd' }, /^`url` must be an http or https address\.$/],
      ['attachProof', null, /^It takes JSON such as \{"url": "https:\/\/…"\}\.$/],
    ] as const) {
      await world.refuses(listing, update, sentence, json);
    }
    assert.equal((await world.read(listing)).status, 'in_progress');
  });

  it('shows a screenshot as the proof of a live listing, or says why it cannot be had', async () => {
    const { listing } = await begun();
    const images = await startImageServer(await picture());
    await report(listing, { to: 'live' });
    await world.refuses(listing, 'attachProof', /^The proof could not be downloaded/, { url: 'http://127.0.0.1:1/' });
    await world.update(listing, 'attachProof', { url: images.url });
    const { proof_url } = await world.read(listing);
    assert.equal((await fetch(proof_url!)).status, 200);
    images.bytes = Buffer.from('no image');
    await world.refuses(listing, 'attachProof', /^The proof must be a whole PNG/, { url: images.url });
    assert.equal((await world.read(listing)).proof_url, proof_url);
    await images.close();
  });

  it('takes them one right after another', async () => {
    const { listing } = await begun();
    await world.update(listing, 'askAgency', QUESTION);
    await world.update(listing, 'settleAction');
    await world.reached(listing, 'in_progress');
    await report(listing, { to: 'submitted' });
    await report(listing, { to: 'live', live_url: LIVE_URL });
    await world.update(listing, 'correct', { to: 'submitted' });
    await report(listing, { to: 'live' });
    await report(listing, { to: 'not_accepted', reason: 'removed' });
    await world.update(listing, 'correct', { to: 'live', live_url: LIVE_URL });
    assert.equal((await world.read(listing)).live_url, LIVE_URL);
  });

  /** The updates that a listing's workflow took, with who made them. */
  const updatesOf = async (listing: string) => {
    const handle = world.env.client.workflow.getHandle(workflowIds.listing(listing));
    return ((await handle.fetchHistory()).events ?? []).flatMap(
      ({ workflowExecutionUpdateAcceptedEventAttributes: accepted }) =>
        accepted ? [[accepted.acceptedRequest?.input?.name, accepted.acceptedRequest?.meta?.identity]] : [],
    );
  };
  const as = (identity: string, listing: string) => {
    const { connection, options } = world.env.client;
    return new Client({ connection, namespace: options.namespace, identity }).workflow.getHandle(
      workflowIds.listing(listing),
    );
  };

  for (const [name, finish] of [
    ['retry', () => Promise.resolve()],
    ['resume', () => world.env.sleep('5 minutes')],
  ] as const) {
    it(`parks a submission that fails for good; \`${name}\` by Temporal’s own client ends it and history shows whose`, async () => {
      await world.describeDirectory();
      world.server.answerWith(() => ({ status: 403 }));
      const { listing } = await world.launch();
      await world.says(listing, /\*\*Stuck\*\* since .*HTTP 403/);
      assert.match((await world.stuckReason(listing)) ?? '', /HTTP 403/);
      world.server.answerWith(() => ({ status: 201 }));
      await as('ada@operators.example', listing).executeUpdate(name);
      await finish();
      await world.reached(listing, 'submitted');
      await as('bob@operators.example', listing).executeUpdate('reportOutcome', { args: [{ to: 'live' }] });
      await eventually('no reason', async () => (await world.stuckReason(listing)) === undefined);
      assert.deepEqual(await updatesOf(listing), [
        [name, 'ada@operators.example'],
        ['reportOutcome', 'bob@operators.example'],
      ]);
    });
  }

  it('parks a listing of whose submission our own part fails for good; `resume` does it again', async () => {
    await world.describeDirectory();
    const rename = (from: string, to: string) =>
      world.stack.service.db.pool.query(`alter table ${from} rename to ${to}`);
    await rename('directory_secret', 'hidden_secret');
    const { listing } = await world.launch();
    await world.reached(listing, 'in_progress');
    await eventually('the last try', async () => {
      await world.env.sleep('1 minute');
      return /\*\*Stuck\*\* since \S+: .*directory_secret[\s\S]*`resume` does again what failed/.test(
        await world.details(listing),
      );
    });
    assert.match((await world.stuckReason(listing)) ?? '', /directory_secret/);
    await rename('hidden_secret', 'directory_secret');
    await world.update(listing, 'resume');
    await world.reached(listing, 'submitted');
    await world.refuses(listing, 'resume', /^This listing is not stuck\.$/);
  });
});
