import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Schema, Sql } from '../../db/database.ts';
import { formatDerivedId } from '../../domain/ids.ts';

/** A directory as a catalog file has it: its id is made of its slug. */
export type CatalogEntry = Omit<Schema['directory'], 'id'>;

/** Adds a catalog's directories and brings those of the same slug up to date. Others are left as they are. */
export async function loadCatalog(db: Sql, entries: readonly CatalogEntry[]): Promise<void> {
  const rows = entries.map((entry) => ({ ...entry, id: directoryId(entry.slug) }));
  await sql`
    insert into directory
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
