import { newId } from '../../../../src/db/new-id.ts';
import type { ListingStatus } from '../../../../src/domain/listing-status.ts';
import type { Agency } from '../../../../src/main/agency.ts';
import { createReadyProject, expectStatus } from '../../../support/factories.ts';
import type { TestService } from '../../../support/service.ts';

/** A project with an active share link. */
export interface Shared {
  agency: Agency;
  key: string;
  projectId: string;
  url: string;
}

/** Shares a project of an agency of its own. @param launch with 100 listings, all pending */
export async function shareProject(
  api: TestService,
  { launch = false, ...fields }: { launch?: boolean } & Record<string, unknown> = {},
): Promise<Shared> {
  const agency = await api.newAgency();
  const key = agency.keys.test.full;
  const { id } = await createReadyProject(api.call, key, fields);
  if (launch) expectStatus(await api.call('POST', `/projects/${id}/launch`, { key }), 200);
  return { agency, key, projectId: id, url: await createLink(api, key, id) };
}

/** Creates the project's link. @returns its address */
export async function createLink(
  api: TestService,
  key: string,
  projectId: string,
  expiresAt: Date | null = null,
): Promise<string> {
  const json = { expires_at: expiresAt?.toISOString() ?? null };
  const answer = await api.call('POST', `/projects/${projectId}/share_link`, { key, json });
  return expectStatus(answer, 201).body.url as string;
}

/** Puts so many of a project's pending listings, by the order of their ids, into a status, as a former move left them. */
export async function setListings(
  { service, clock }: TestService,
  projectId: string,
  count: number,
  columns: { status: ListingStatus; live_url?: string | null; reason?: string },
): Promise<void> {
  const { status, live_url = null, reason = null } = columns;
  await service.db.pool.query(
    `update listing set status = $2, live_url = $3, reason = $4,
       live_at = case when $2 = 'live' then $5::timestamptz end,
       action = case when $2 = 'action_required' then $7::jsonb end
     where id in (
       select id from listing where project_id = $1 and status = 'pending' order by id limit $6
     )`,
    [projectId, status, live_url, reason, clock.now(), count, JSON.stringify(ACTION)],
  );
}

/** What it says is for the agency, not for the page. */
export const ACTION = { code: 'provide_details', waiting_on: 'agency', client_message: 'The VAT number is missing.' };

export interface ReportColumns {
  format: 'pdf' | 'xlsx';
  include_logins: boolean;
  status: 'building' | 'ready' | 'failed';
  file_name: string | null;
  asset_key: string | null;
  size_bytes: number | null;
  ready_at: Date | null;
  expires_at: Date | null;
}

/** The columns of a report that has no file. */
export const FAILED: Partial<ReportColumns> = {
  status: 'failed',
  file_name: null,
  asset_key: null,
  size_bytes: null,
  ready_at: null,
  expires_at: null,
};

/** Stores a report and its file, which says no more than its own id. @returns the id */
export async function putReport(
  { service, clock }: TestService,
  { agency, projectId }: Pick<Shared, 'agency' | 'projectId'>,
  columns: Partial<ReportColumns> = {},
): Promise<string> {
  const now = clock.now();
  const id = newId('report', now);
  const assetKey = `reports/${id}.pdf`;
  const bytes = Buffer.from(id);
  await service.storage.put(assetKey, bytes);
  await service.db.sql
    .insertInto('report')
    .values({
      id,
      project_id: projectId,
      account_id: agency.accountId,
      livemode: false,
      format: 'pdf',
      include_logins: false,
      status: 'ready',
      file_name: 'Report.pdf',
      asset_key: assetKey,
      size_bytes: bytes.length,
      created_at: now,
      ready_at: now,
      expires_at: new Date(now.getTime() + 7 * 86_400_000),
      ...columns,
    })
    .execute();
  return id;
}
