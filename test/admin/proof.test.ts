import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { grantSlots } from '../../src/services/listings/grant-slots.ts';
import { moveByOperator } from '../../src/services/listings/move-by-operator.ts';
import { keepOneDirectory, launchOn } from '../support/directory-world.ts';
import { expectStatus, picture } from '../support/factories.ts';
import { startImageServer, type ImageServer } from '../support/image-server.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { adminOf, jsonOf, textOf, type RunAdmin } from './support/run-admin.ts';

describe('the operators’ proof command', () => {
  let api: TestService;
  let images: ImageServer;
  let folder: string;
  let admin: RunAdmin;
  let listing: string;
  let proofUrl: () => Promise<string | null>;

  before(async () => {
    api = await startTestService();
    images = await startImageServer(await picture('webp'));
    folder = await mkdtemp(join(tmpdir(), 'proof-'));
    admin = adminOf(api.config.databaseUrl, {
      PUBLIC_URL: api.config.publicUrl,
      STORAGE_DIR: api.storageFolder,
      OUTBOUND_ALLOW: '127.0.0.0/8',
    });
    const { accountId, keys } = await api.newAgency();
    const key = keys.live.full;
    ({ listing } = await launchOn(await keepOneDirectory(api), api.call, key));
    await grantSlots(api.service, { account_id: accountId, livemode: true }, api.clock.now());
    await moveByOperator(api.service, listing, 'reportOutcome', { to: 'live' });
    proofUrl = async () => expectStatus(await api.call('GET', `/listings/${listing}`, { key }), 200).body.proof_url;
  });
  after(async () => {
    await api.close();
    await images.close();
    await rm(folder, { recursive: true });
  });

  it('shows a file, or what an address leads to, where the API says', async () => {
    const file = join(folder, 'shot.jpg');
    await writeFile(file, await picture('jpeg'));
    const shown = await jsonOf(admin, 'listing', 'proof', listing, '--file', file);
    assert.equal(shown.proof_url, await proofUrl());
    assert.equal((await fetch(shown.proof_url as string)).status, 200);
    const text = await textOf(admin, 'listing', 'proof', listing, '--url', images.url);
    assert.notEqual(await proofUrl(), shown.proof_url);
    assert.equal(text, `The listing ${listing} shows its proof at ${await proofUrl()}\n`);
  });

  it('refuses what is no proof with a sentence, and leaves the one that is shown', async () => {
    const before = await proofUrl();
    const file = join(folder, 'shot.txt');
    await writeFile(file, 'no image');
    const guarded = adminOf(api.config.databaseUrl, { STORAGE_DIR: api.storageFolder });
    const bare = adminOf(api.config.databaseUrl);
    for (const [run, args, exitCode, sentence] of [
      [admin, ['--file', file], 1, /^The proof must be a whole PNG, JPEG, GIF or WebP\.$/],
      [admin, ['--file', join(folder, 'none.png')], 1, /must be a file that can be read here\.$/],
      [admin, ['--url', 'ftp://x'], 1, /^`url` must be an http or https address\.$/],
      [admin, ['--url', images.url, '--file', file], 1, /^Give either --file or --url, and not both\.$/],
      [admin, [], 2, /give at least one of --file, --url/],
      [guarded, ['--url', images.url], 1, /^The proof could not be downloaded from this address\.$/],
      [bare, ['--url', images.url], 1, /^To store an image, STORAGE_DIR or S3_BUCKET must be set as it is for/],
    ] as const) {
      const outcome = await run('listing', 'proof', listing, ...args);
      assert.deepEqual([outcome.exitCode, outcome.stdout], [exitCode, ''], outcome.stderr);
      assert.match(outcome.stderr.trimEnd(), sentence);
    }
    assert.equal(await proofUrl(), before);
  });
});
