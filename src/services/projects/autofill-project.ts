import { sql } from 'kysely';
import type { GuardedFetch } from '../../outbound/guarded-fetch.ts';
import { readSite, type SiteReading } from '../../outbound/read-site.ts';
import type { ServiceDeps } from '../deps.ts';

export type AutofillDeps = ServiceDeps & { fetch: GuardedFetch };

/**
 * Reads the project's site and fills the fields that no one has typed (specification 2.2, `autofill`). A project whose
 * autofill has ended is left alone.
 */
export async function autofillProject(deps: AutofillDeps, projectId: string): Promise<void> {
  const project = await deps.db.sql
    .selectFrom('project')
    .select(['url'])
    .where('id', '=', projectId)
    .where('autofill_status', '=', 'running')
    .executeTakeFirst();
  if (!project) return;
  const reading = await readSite(deps.fetch, project.url);
  if (reading) await fill(deps, projectId, reading);
  else await endAutofill(deps, projectId);
}

/** Ends an autofill that found nothing to read. */
export async function endAutofill({ db, clock }: ServiceDeps, projectId: string): Promise<void> {
  await db.sql
    .updateTable('project')
    .set({ autofill_status: 'failed', updated_at: clock.now() })
    .where('id', '=', projectId)
    .where('autofill_status', '=', 'running')
    .execute();
}

/** One statement, so that what someone types meanwhile wins whichever comes first. */
async function fill({ db, clock }: ServiceDeps, projectId: string, reading: SiteReading): Promise<void> {
  const { name, tagline, shortDescription } = reading;
  await sql`
    update project set
      autofill_status = 'complete',
      name = case when name_source = 'domain' then coalesce(${name}, name) else name end,
      name_source = case when name_source = 'domain' and ${name}::text is not null then 'site' else name_source end,
      tagline = coalesce(tagline, ${tagline}),
      short_description = coalesce(short_description, ${shortDescription}),
      autofill_filled = array_remove(array[
        case when name_source = 'domain' and ${name}::text is not null then 'name' end,
        case when tagline is null and ${tagline}::text is not null then 'tagline' end,
        case when short_description is null and ${shortDescription}::text is not null then 'short_description' end
      ], null),
      image_candidates = ${JSON.stringify(reading.imageCandidates)}::json,
      updated_at = ${clock.now()}
    where id = ${projectId} and autofill_status = 'running'
  `.execute(db.sql);
}
