import type { Service } from '../../src/main/service.ts';

/** The condition of a directory that takes every kind of project, without requirements; it may be closed. */
export const TAKES_ANYTHING = `accepts = 'any' and requirements = '{}' and categories = '{}' and pricing_models = '{}'`;

/** The ids of the open directories that take anything, highest rated first, then by id. */
export async function openDirectories({ db }: Pick<Service, 'db'>): Promise<string[]> {
  const { rows } = await db.pool.query<{ id: string }>(
    `select id from directory where open and ${TAKES_ANYTHING} order by domain_rating desc, id`,
  );
  return rows.map(({ id }) => id);
}

/** The ids of the whole catalog. */
export async function allDirectories({ db }: Pick<Service, 'db'>): Promise<string[]> {
  const { rows } = await db.pool.query<{ id: string }>('select id from directory');
  return rows.map(({ id }) => id);
}
