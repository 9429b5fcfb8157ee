import { newId } from '../../../src/db/new-id.ts';
import { expectStatus, projectBody } from '../../support/factories.ts';
import type { TestService } from '../../support/service.ts';

/**
 * Makes a project through the API, and copies of it in the database with these names, a millisecond apart.
 *
 * @returns the ids of the copies, in the order of the names, which is oldest first
 */
export async function makeManyProjects(api: TestService, key: string, names: readonly string[]): Promise<string[]> {
  const created = await api.call('POST', '/projects', { key, json: projectBody({ contact_email: null }) });
  const { id } = expectStatus(created, 201).body as { id: string };
  const since = api.clock.now().getTime() + 1;
  const ids = names.map((_, index) => newId('project', new Date(since + index)));
  await api.service.db.pool.query(
    `insert into project
     select (jsonb_populate_record(original, jsonb_build_object('id', copy.id, 'url_key', copy.id, 'name', copy.name))).*
     from project as original, unnest($2::text[], $3::text[]) as copy (id, name)
     where original.id = $1`,
    [id, ids, names],
  );
  return ids;
}
