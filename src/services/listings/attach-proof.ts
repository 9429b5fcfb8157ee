import type { Sql } from '../../db/database.ts';
import { refuseProof, type Standing } from '../../domain/operator-moves.ts';
import { ServiceError, validationFailed } from '../../errors.ts';
import { ImageError, processImage } from '../../images/process-image.ts';
import { fetchImage } from '../../outbound/fetch-image.ts';
import type { GuardedFetch } from '../../outbound/guarded-fetch.ts';
import type { Storage } from '../../outbound/storage/storage.ts';
import { discardAssets } from '../images/discard-images.ts';
import { nameAsset, putAsset } from '../images/put-asset.ts';
import type { EventDeps } from '../deps.ts';
import { inTransaction } from '../transaction.ts';
import { lockListingsWithProjects } from './change-listings.ts';
import { scopeOfListing } from './scope-of-listing.ts';

export type ProofDeps = EventDeps & { storage: Storage };

/**
 * Makes a picture the proof of a live listing, in place of the one it has.
 *
 * @param bytes as an operator gave them: decoded and encoded anew
 * @throws ServiceError `validation_failed` with a sentence for the operator
 * @throws StorageUnavailable
 */
export async function attachProof(deps: ProofDeps, listingId: string, bytes: Buffer): Promise<void> {
  await requireLive(deps.db.sql, listingId);
  const png = await encode(bytes);
  const scope = await scopeOfListing(deps.db.sql, listingId);
  const key = await putAsset(deps, png);
  await inTransaction(deps, scope, async (tx) => {
    const [listing] = await lockListingsWithProjects(tx, [listingId]);
    refuseUnlessLive(listing!);
    await nameAsset(tx.sql, key, tx.now);
    await discardAssets(tx.sql, [{ asset_key: listing!.proof_asset_key }], tx.now);
    await tx.sql.updateTable('listing').set({ proof_asset_key: key }).where('id', '=', listingId).execute();
  });
}

/**
 * Imports a picture from its address and makes it the proof.
 *
 * @throws ServiceError as `attachProof`, and `image_unreachable`
 * @throws StorageUnavailable
 */
export async function importProof(
  deps: ProofDeps & { fetch: GuardedFetch },
  listingId: string,
  url: string,
): Promise<void> {
  await requireLive(deps.db.sql, listingId);
  const fetched = await fetchImage(deps.fetch, url);
  if (fetched === 'image_too_large') throw tooLarge();
  if (fetched === 'image_unreachable') {
    throw new ServiceError('image_unreachable', 'The proof could not be downloaded from this address.');
  }
  await attachProof(deps, listingId, fetched);
}

/** Before anything is fetched or stored for nothing. */
async function requireLive(db: Sql, listingId: string): Promise<void> {
  const listing = await db
    .selectFrom('listing')
    .select(['livemode', 'status'])
    .where('id', '=', listingId)
    .executeTakeFirstOrThrow();
  refuseUnlessLive(listing);
}

function refuseUnlessLive(listing: Standing): void {
  const refusal = refuseProof(listing);
  if (refusal) throw validationFailed([{ param: 'listing', code: 'not_allowed' }], refusal);
}

async function encode(bytes: Buffer): Promise<Buffer> {
  try {
    return await processImage(bytes, 'screenshot');
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    if (error.kind === 'image_too_large') throw tooLarge();
    throw validationFailed(
      [{ param: 'proof', code: 'invalid_format' }],
      'The proof must be a whole PNG, JPEG, GIF or WebP.',
    );
  }
}

function tooLarge(): ServiceError {
  const sentence = 'A proof has at most 5 MB, 40 megapixels and 65,535 pixels a side.';
  return validationFailed([{ param: 'proof', code: 'too_large' }], sentence);
}
