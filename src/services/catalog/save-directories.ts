import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Sql } from '../../db/database.ts';
import { formatDerivedId } from '../../domain/ids.ts';
import type { CatalogEntry } from '../../resources/catalog-entry.ts';

/**
 * Adds directories, whose ids are made of their slugs, and brings those of the same slug up to date. One that gets another
 * rating or address has the catalog's figure from then on, and is measured when the schedule comes by.
 */
export async function saveDirectories(db: Sql, entries: readonly CatalogEntry[]): Promise<void> {
  const rows = entries.map((entry) => ({ ...entry, id: directoryId(entry.slug) }));
  const same = sql`(directory.url, directory.domain_rating) = (excluded.url, excluded.domain_rating)`;
  await sql`
    insert into directory (id, slug, name, url, domain_rating, description, accepts, categories, pricing_models,
      requirements, link, review_days, open, simulated_outcome)
    select id, slug, name, url, domain_rating, description, accepts, categories, pricing_models, requirements, link,
      review_days, open, simulated_outcome
    from json_to_recordset(${JSON.stringify(rows)}::json) as v(id text, slug text, name text, url text,
      domain_rating int, description text, accepts text, categories text[], pricing_models text[],
      requirements text[], link text, review_days int, open boolean, simulated_outcome text)
    on conflict (slug) do update set name = excluded.name, url = excluded.url,
      domain_rating = excluded.domain_rating, description = excluded.description, accepts = excluded.accepts,
      categories = excluded.categories, pricing_models = excluded.pricing_models,
      requirements = excluded.requirements, link = excluded.link, review_days = excluded.review_days,
      open = excluded.open, simulated_outcome = excluded.simulated_outcome,
      rating_measured_at = case when ${same} then directory.rating_measured_at end,
      rating_due_at = case when ${same} then directory.rating_due_at end
  `.execute(db);
}

function directoryId(slug: string): string {
  return formatDerivedId('directory', createHash('sha256').update(slug).digest());
}
