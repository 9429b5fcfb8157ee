import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Sql } from '../../db/database.ts';
import { formatDerivedId } from '../../domain/ids.ts';
import type { CatalogEntry } from '../../resources/catalog-entry.ts';

/** Adds directories, whose ids are made of their slugs, and brings those of the same slug up to date. */
export async function saveDirectories(db: Sql, entries: readonly CatalogEntry[]): Promise<void> {
  const rows = entries.map((entry) => ({ ...entry, id: directoryId(entry.slug) }));
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
      open = excluded.open, simulated_outcome = excluded.simulated_outcome
  `.execute(db);
}

function directoryId(slug: string): string {
  return formatDerivedId('directory', createHash('sha256').update(slug).digest());
}
