import { sql } from 'kysely';
import type { GuardedFetch } from '../../outbound/guarded-fetch.ts';
import { readSite, type SiteReading } from '../../outbound/read-site.ts';
import type { ServiceDeps } from '../deps.ts';

export type AutofillDeps = ServiceDeps & { fetch: GuardedFetch };

/** What is still to be done for a new project, or for one with a new address. */
export interface Intake {
  /** The site to be read; null when it has been. */
  site: string | null;
  /** The images to be imported, in their order. */
  imageIds: string[];
}

/** A project that was deleted has nothing left to do. */
export async function readIntake({ db }: ServiceDeps, projectId: string): Promise<Intake> {
  const running = await db.sql
    .selectFrom('project')
    .select('url')
    .where('id', '=', projectId)
    .where('autofill_status', '=', 'running')
    .executeTakeFirst();
  const images = await db.sql
    .selectFrom('image')
    .select('id')
    .where('project_id', '=', projectId)
    .where('status', '=', 'importing')
    .orderBy('kind')
    .orderBy('position')
    .execute();
  return { site: running?.url ?? null, imageIds: images.map((image) => image.id) };
}

/**
 * Reads a project's site and fills the fields that no one has typed (specification 2.2, `autofill`). A project that has
 * another address by now, or whose autofill has ended, is left alone.
 */
export async function autofillProject(deps: AutofillDeps, projectId: string, url: string): Promise<void> {
  const reading = await readSite(deps.fetch, url);
  if (reading) await fill(deps, projectId, url, reading);
  else await endAutofill(deps, projectId, url);
}

/** Ends an autofill that found nothing to read. */
export async function endAutofill({ db, clock }: ServiceDeps, projectId: string, url: string): Promise<void> {
  await db.sql
    .updateTable('project')
    .set({ autofill_status: 'failed', updated_at: clock.now() })
    .where('id', '=', projectId)
    .where('url', '=', url)
    .where('autofill_status', '=', 'running')
    .execute();
}

/** One statement, so that what someone types meanwhile wins whichever comes first. */
async function fill(
  { db, clock }: ServiceDeps,
  projectId: string,
  url: string,
  { name, tagline, shortDescription, imageCandidates }: SiteReading,
): Promise<void> {
  await sql`
    update project set
      autofill_status = 'complete',
      site_name = ${name},
      name = case when name_source = 'domain' then coalesce(${name}, name) else name end,
      name_source = case when name_source = 'domain' and ${name}::text is not null then 'site' else name_source end,
      tagline = coalesce(tagline, ${tagline}),
      short_description = coalesce(short_description, ${shortDescription}),
      autofill_filled = array_remove(array[
        case when name_source = 'domain' and ${name}::text is not null then 'name' end,
        case when tagline is null and ${tagline}::text is not null then 'tagline' end,
        case when short_description is null and ${shortDescription}::text is not null then 'short_description' end
      ], null),
      image_candidates = ${JSON.stringify(imageCandidates)}::json,
      updated_at = ${clock.now()}
    where id = ${projectId} and url = ${url} and autofill_status = 'running'
  `.execute(db.sql);
}
