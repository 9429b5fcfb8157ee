import assert from 'node:assert/strict';
import type { ListingMove } from '../../src/domain/listing-status.ts';
import type { OperatorMove } from '../../src/domain/operator-moves.ts';
import { grantSlots } from '../../src/services/listings/grant-slots.ts';
import { attachProof, importProof } from '../../src/services/listings/attach-proof.ts';
import { moveByOperator } from '../../src/services/listings/move-by-operator.ts';
import { sweepAssets } from '../../src/services/images/sweep-assets.ts';
import { keepOneDirectory, launchOn } from '../support/directory-world.ts';
import { expectStatus, picture } from '../support/factories.ts';
import { startImageServer, type ImageServer } from '../support/image-server.ts';
import { startTestService, type TestService } from '../support/service.ts';

const HOUR_MS = 3_600_000;

describe('the proof of a live listing', () => {
  let api: TestService;
  let images: ImageServer;
  let directory: string;

  before(async () => {
    api = await startTestService();
    images = await startImageServer(await picture('jpeg', 80, 40));
    directory = await keepOneDirectory(api);
  });
  beforeEach(() => sweep(48));
  after(async () => {
    await api.close();
    await images.close();
  });

  const sweep = (hours: number) =>
    sweepAssets(api.service, new Date(api.clock.now().getTime() + hours * HOUR_MS), 1_000);
  const move = (listing: string, by: OperatorMove, to: ListingMove) => moveByOperator(api.service, listing, by, to);
  /** A live listing of an agency of its own, and how the agency reads it. */
  const goLive = async (livemode = true) => {
    const { accountId, keys } = await api.newAgency();
    const key = livemode ? keys.live.full : keys.test.full;
    const { listing } = await launchOn(directory, api.call, key);
    await grantSlots(api.service, { account_id: accountId, livemode }, api.clock.now());
    if (livemode) await move(listing, 'reportOutcome', { to: 'live', live_url: 'https://directory.example/acme' });
    const proofUrl = async () =>
      expectStatus(await api.call('GET', `/listings/${listing}`, { key }), 200).body.proof_url as string | null;
    return { listing, proofUrl };
  };
  const isServed = async (url: string) => (await fetch(url)).status === 200;

  it('is decoded, encoded anew and served where `proof_url` says', async () => {
    const { listing, proofUrl } = await goLive();
    assert.equal(await proofUrl(), null);
    await importProof(api.service, listing, images.url);
    const url = (await proofUrl())!;
    assert.match(url, new RegExp(`^${api.config.publicUrl}/assets/images/img_\\w{22}\\.png$`));
    const served = await fetch(url);
    assert.equal(served.headers.get('content-type'), 'image/png');
    assert.equal(
      Buffer.from(await served.arrayBuffer())
        .subarray(1, 4)
        .toString(),
      'PNG',
    );
    assert.equal(await sweep(48), 0, 'what is shown is kept');
  });

  it('gives way to another, and goes 24 hours later', async () => {
    const { listing, proofUrl } = await goLive();
    await attachProof(api.service, listing, await picture());
    const before = (await proofUrl())!;
    await attachProof(api.service, listing, await picture('webp'));
    const after = (await proofUrl())!;
    assert.equal(await sweep(23), 0);
    assert.equal(await sweep(24.01), 1);
    assert.ok(!(await isServed(before)) && (await isServed(after)));
  });

  for (const [by, to] of [
    ['reportOutcome', { to: 'not_accepted', reason: 'removed' }],
    ['correct', { to: 'submitted' }],
  ] as const) {
    it(`goes with the move of its listing from live to ${to.to}, and does not come back`, async () => {
      const { listing, proofUrl } = await goLive();
      await attachProof(api.service, listing, await picture());
      const url = (await proofUrl())!;
      await move(listing, by, to);
      assert.equal(await proofUrl(), null);
      assert.equal(await sweep(23), 0);
      assert.equal(await sweep(24.01), 1);
      assert.ok(!(await isServed(url)));
      await move(listing, by === 'correct' ? 'reportOutcome' : 'correct', { to: 'live' });
      assert.equal(await proofUrl(), null);
    });
  }

  it('is refused of a listing that is not live, or of test mode, before anything is fetched or stored', async () => {
    const { listing } = await goLive();
    await move(listing, 'correct', { to: 'submitted' });
    const sentence = { message: 'A proof is of a live listing, and this one is `submitted`.' };
    await assert.rejects(attachProof(api.service, listing, await picture()), sentence);
    await assert.rejects(importProof(api.service, listing, 'http://127.0.0.1:1/'), sentence);
    const test = await goLive(false);
    await assert.rejects(attachProof(api.service, test.listing, await picture()), /^ServiceError: Test mode moves its/);
    assert.equal(await sweep(48), 0);
  });

  it('whose listing moves while it is stored is refused, and its file goes', async () => {
    const { listing, proofUrl } = await goLive();
    const storage = {
      ...api.service.storage,
      async put(...file: Parameters<typeof api.service.storage.put>) {
        await api.service.storage.put(...file);
        await move(listing, 'correct', { to: 'submitted' });
      },
    };
    await assert.rejects(attachProof({ ...api.service, storage }, listing, await picture()), /this one is `submitted`/);
    assert.equal(await proofUrl(), null);
    assert.equal(await sweep(1.01), 1);
  });

  it('is refused with a sentence where it is no image, too large, or not to be had', async () => {
    const { listing, proofUrl } = await goLive();
    await attachProof(api.service, listing, await picture());
    const kept = await proofUrl();
    for (const [bytes, sentence] of [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /must be a whole PNG, JPEG, GIF or WebP/],
      [Buffer.alloc(6 * 1024 * 1024), /at most 5 MB, 40 megapixels/],
    ] as const) {
      images.bytes = bytes;
      await assert.rejects(importProof(api.service, listing, images.url), sentence);
      await assert.rejects(attachProof(api.service, listing, bytes), sentence);
    }
    for (const url of ['http://127.0.0.1:1/shot.png', 'http://10.0.0.1/shot.png']) {
      await assert.rejects(importProof(api.service, listing, url), /could not be downloaded/);
    }
    assert.equal(await proofUrl(), kept);
    assert.equal(await sweep(48), 0);
  });
});
