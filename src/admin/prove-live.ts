import { fileURLToPath } from 'node:url';
import { readAdminConfig, readImageConfig } from '../config.ts';
import { refuseProofSource } from '../domain/refuse-input.ts';
import { MAX_IMAGE_BYTES } from '../images/process-image.ts';
import { createAddressPolicy } from '../outbound/address-policy.ts';
import { createGuardedFetch } from '../outbound/guarded-fetch.ts';
import { openStorage } from '../outbound/storage/open-storage.ts';
import { StorageUnavailable, type Storage } from '../outbound/storage/storage.ts';
import { attachProof, importProof } from '../services/listings/attach-proof.ts';
import type { EventDeps } from '../services/deps.ts';
import { readImageFile } from './read-image-file.ts';
import { Refusal } from './refusal.ts';

const KEPT_STORAGE = fileURLToPath(new URL('../../.local/storage', import.meta.url));
const USER_AGENT = 'Directory-Listing-Service/1 (site reader)';

/**
 * Makes a picture of this machine the proof of a live listing.
 *
 * @throws Refusal when there is no such file, or no storage is known or answers, and what `attachProof` throws
 */
export async function proveByFile(deps: EventDeps, listingId: string, path: string): Promise<void> {
  const bytes = await readImageFile('proof', MAX_IMAGE_BYTES, path);
  await withStorage((storage) => attachProof({ ...deps, storage }, listingId, bytes));
}

/**
 * Imports the proof of a live listing from its address.
 *
 * @throws Refusal as `proveByFile`, and what `importProof` throws
 */
export async function proveByUrl(deps: EventDeps, listingId: string, url: string): Promise<void> {
  const refusal = refuseProofSource({ url });
  if (refusal) throw new Refusal(refusal);
  const { outboundAllow, outboundCa } = readImageConfig();
  const fetch = createGuardedFetch({
    policy: createAddressPolicy({ allow: outboundAllow }),
    extraCa: outboundCa,
    userAgent: USER_AGENT,
  });
  try {
    await withStorage((storage) => importProof({ ...deps, storage, fetch }, listingId, url));
  } finally {
    await fetch.close();
  }
}

/** Works with the images of the installation that the command works on. */
async function withStorage(work: (storage: Storage) => Promise<void>): Promise<void> {
  const { storage: named } = readImageConfig();
  if (!named && readAdminConfig().databaseUrl) {
    throw new Refusal('To store an image, STORAGE_DIR or S3_BUCKET must be set as it is for the workers.');
  }
  const storage = await openStorage(named ?? { folder: KEPT_STORAGE });
  try {
    await work(storage);
  } catch (error) {
    if (error instanceof StorageUnavailable)
      throw new Refusal('The storage of images does not answer.', { cause: error });
    throw error;
  } finally {
    storage.close();
  }
}
