/** Projects as they are after their agency filled them in: a launch needs nothing more of them. */
import { newId } from '../src/db/new-id.ts';
import type { Scope } from '../src/db/scope.ts';
import { readSampleCatalog } from '../src/main/sample-catalog.ts';
import type { Service } from '../src/main/service.ts';
import { loadCatalog } from '../src/services/catalog/load-catalog.ts';
import { createProject } from '../src/services/projects/create-project.ts';

let sequence = 0;

/** A project with a logo and two screenshots, which more than a hundred directories of the sample catalog fit. */
export async function createCompleteProject(service: Service, scope: Scope): Promise<string> {
  const host = `product-${++sequence}.example.com`;
  const { id } = await createProject(service, scope, 'active', {
    url: `https://${host}`,
    name: 'Product',
    contact_email: `hello@${host}`,
    tagline: 'Does one thing, and does it well',
    short_description: 'A product that does one thing. '.repeat(5),
    long_description: 'A product that does one thing, described at length. '.repeat(20),
    category: 'saas',
    pricing_model: 'freemium',
    audience: { b2b: true },
    competitors: [{ name: 'One' }, { name: 'Two' }, { name: 'Three' }],
    tags: ['productivity', 'teams', 'automation'],
    metadata: { crm_id: '4711' },
  });
  const now = new Date();
  await service.db.sql
    .insertInto('image')
    .values(
      ['logo' as const, 'screenshot' as const, 'screenshot' as const].map((kind, index) => ({
        id: newId('image', now),
        project_id: id,
        kind,
        position: Math.max(0, index - 1),
        status: 'ready' as const,
        asset_key: `images/${id}/${index}.png`,
        created_at: now,
      })),
    )
    .execute();
  return id;
}

/**
 * So many of them, with the sample catalog to launch them on. What was meant for Temporal until now is dropped, so that
 * nobody reads their sites.
 */
export async function createLaunchableProjects(service: Service, scope: Scope, count: number): Promise<string[]> {
  await loadCatalog(service.db.sql, await readSampleCatalog());
  const ids: string[] = [];
  while (ids.length < count) ids.push(await createCompleteProject(service, scope));
  await service.db.sql.deleteFrom('outbox').execute();
  return ids;
}
