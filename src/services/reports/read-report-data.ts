import { sql } from 'kysely';
import { DocumentFault } from '../../domain/document-fault.ts';
import type { ReportData, ReportListing } from '../../documents/report-data.ts';
import { shrinkLogo } from '../../images/report-logo.ts';
import type { Sql } from '../../db/database.ts';
import { floorToHour } from '../../domain/time.ts';
import type { RatingProvider } from '../../outbound/ratings/rating-provider.ts';
import type { ReportRow } from '../../resources/report.ts';
import { readBrand } from '../accounts/account-brand.ts';
import type { ServiceDeps } from '../deps.ts';
import { readProjectLogins } from '../logins/read-project-logins.ts';

export interface ReportDataDeps extends ServiceDeps {
  /** Null where the service has none. */
  ratingProvider: RatingProvider | null;
}

/** Everything that a report shows, as it is now. */
export async function readReportData(deps: ReportDataDeps, report: ReportRow): Promise<ReportData> {
  const { db, clock, ratingProvider } = deps;
  const { project_id: projectId, account_id: accountId, livemode } = report;
  const project = await db.sql
    .selectFrom('project')
    .select(['name', 'url', 'tagline', 'domain_rating'])
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
  return {
    livemode,
    asOf: clock.now(),
    agency: await readAgency(db.sql, accountId),
    project: {
      name: project.name,
      url: project.url,
      tagline: project.tagline,
      domainRating: project.domain_rating,
    },
    ratingAttribution: ratingProvider?.attribution ?? null,
    listings: await readListings(db.sql, projectId),
    logins: report.include_logins ? await readLogins(deps, projectId) : null,
  };
}

async function readAgency(db: Sql, accountId: string): Promise<ReportData['agency']> {
  const account = await db
    .selectFrom('account')
    .leftJoin('account_brand', 'account_brand.account_id', 'account.id')
    .select(['account.name', 'account_brand.logo'])
    .where('account.id', '=', accountId)
    .executeTakeFirstOrThrow();
  const { primaryColor, accentColor } = await readBrand(db, accountId);
  return { name: account.name, logo: account.logo && (await readLogo(account.logo)), primaryColor, accentColor };
}

async function readLogo(png: Buffer): Promise<ReportData['agency']['logo']> {
  try {
    return await shrinkLogo(png);
  } catch (error) {
    throw new DocumentFault('the logo of the account is no picture', { cause: error });
  }
}

/** What is live first, then what still goes on, then what has ended; the highest rating first in each. */
async function readListings(db: Sql, projectId: string): Promise<ReportListing[]> {
  const { rows } = await sql<ReportListing>`
    select d.name as directory, d.url as "directoryUrl", d.domain_rating as "domainRating", l.status, l.reason,
      l.live_url as "liveUrl", l.created_at as "createdAt", l.submitted_at as "submittedAt", l.live_at as "liveAt",
      l.moved_at as "movedAt"
    from listing l join directory d on d.id = l.directory_id
    where l.project_id = ${projectId}
    order by array_position(
      array['live', 'action_required', 'submitted', 'in_progress', 'pending', 'not_accepted', 'cancelled'], l.status
    ), d.domain_rating desc, l.id
  `.execute(db);
  return rows.map(withShownTimes);
}

/** The times that the API shows of a listing (specification 2.4). */
function withShownTimes(listing: ReportListing): ReportListing {
  const { createdAt, submittedAt, liveAt, movedAt } = listing;
  return {
    ...listing,
    createdAt: floorToHour(createdAt),
    submittedAt: submittedAt && floorToHour(submittedAt),
    liveAt: liveAt && floorToHour(liveAt),
    movedAt: floorToHour(movedAt),
  };
}

async function readLogins(deps: ServiceDeps, projectId: string): Promise<ReportData['logins']> {
  const logins = await readProjectLogins(deps, projectId);
  return logins.map(({ directory, ...login }) => ({ ...login, directory: directory.name }));
}
