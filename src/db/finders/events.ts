import { sql } from 'kysely';
import type { Sql } from '../database.ts';
import { toPage, type Page, type PageRequest } from '../page.ts';
import type { Scope } from '../scope.ts';

export interface EventRow {
  position: number;
  /** The event as JSON text. */
  body: string;
}

export async function findEvent(db: Sql, scope: Scope, id: string): Promise<EventRow | null> {
  const { rows } = await sql<EventRow>`
    select position, body from event
    where id = ${id} and account_id = ${scope.account_id} and livemode = ${scope.livemode}
  `.execute(db);
  return rows[0] ?? null;
}

export interface EventFilters {
  /** A type, or a group such as `listing.*`. */
  type?: string | undefined;
  project?: string | undefined;
}

/** A page of the feed, oldest first; a position is the last event's. Positions are in commit order, so none is missed. */
export async function listEvents(
  db: Sql,
  scope: Scope,
  filters: EventFilters,
  page: PageRequest<number>,
): Promise<Page<EventRow>> {
  const { type = null, project = null } = filters;
  const { rows } = await sql<EventRow>`
    select position, body from event
    where account_id = ${scope.account_id} and livemode = ${scope.livemode} and position > ${page.after ?? 0}
      and (${project}::text is null or project_id = ${project})
      and (${type}::text is null or type = ${type} or split_part(type, '.', 1) || '.*' = ${type})
    order by position limit ${page.limit + 1}
  `.execute(db);
  return toPage(rows, page.limit);
}
