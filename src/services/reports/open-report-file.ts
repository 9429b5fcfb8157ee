import type { Storage, StoredFile } from '../../outbound/storage/storage.ts';
import { readWhole, wholeFile } from '../../outbound/storage/whole-file.ts';
import type { ReportRow } from '../../resources/report.ts';
import type { ServiceDeps } from '../deps.ts';

/**
 * The file of a ready report; null when it has expired, is gone, or was sealed under a key that has been dropped since.
 *
 * @throws StorageUnavailable, from the stream too
 */
export async function openReportFile(
  { clock, storage, secrets }: ServiceDeps & { storage: Storage },
  { asset_key, expires_at, include_logins }: ReportRow,
): Promise<StoredFile | null> {
  if (asset_key === null || expires_at! <= clock.now()) return null;
  const file = await storage.read(asset_key);
  if (!file || !include_logins) return file;
  const sealed = await readWhole(file);
  try {
    return wholeFile(secrets.openBytes(sealed));
  } catch {
    return null;
  }
}
