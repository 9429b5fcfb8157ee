import { sql } from 'kysely';
import { feedBegins } from '../../domain/feed.ts';
import type { Sql } from '../database.ts';
import { toPage, type Page, type PageRequest } from '../page.ts';
import type { Scope } from '../scope.ts';

export interface EventRow {
  position: number;
  /** The event as JSON text. */
  body: string;
  created_at: Date;
}

/** An event that has not left the feed, whether or not it is deleted since. */
export async function findEvent(db: Sql, scope: Scope, id: string, now: Date): Promise<EventRow | null> {
  const { rows } = await sql<EventRow>`
    select position, body, created_at from event
    where id = ${id} and account_id = ${scope.account_id} and livemode = ${scope.livemode}
      and created_at >= ${feedBegins(now)}
  `.execute(db);
  return rows[0] ?? null;
}

export interface EventFilters {
  /** A type, or a group such as `listing.*`. */
  type?: string | undefined;
  project?: string | undefined;
}

export interface EventPage extends Page<EventRow> {
  /** Every event up to this position is on this page or those before it, does not match, or has left the feed. */
  upTo: number;
  /** When the event that the next page begins with was recorded; null when there is none yet. */
  nextCreatedAt: Date | null;
}

/**
 * A page of the feed, oldest first; a position is the last event's. Positions are in commit order, and the head is read
 * with the events that it counts, so none is missed.
 */
export async function listEvents(
  db: Sql,
  scope: Scope,
  filters: EventFilters,
  page: PageRequest<number>,
  now: Date,
): Promise<EventPage> {
  const { type = null, project = null } = filters;
  const { rows } = await sql<{ head: number } & (EventRow | { position: null })>`
    select h.position as head, e.* from feed_head h left join lateral (
      select position, body, created_at from event
      where account_id = h.account_id and livemode = h.livemode and position > ${page.after ?? 0}
        and created_at >= ${feedBegins(now)}
        and (${project}::text is null or project_id = ${project})
        and (${type}::text is null or type = ${type} or split_part(type, '.', 1) || '.*' = ${type})
      order by position limit ${page.limit + 1}
    ) e on true
    where h.account_id = ${scope.account_id} and h.livemode = ${scope.livemode}
    order by e.position
  `.execute(db);
  const events = rows.filter((row) => row.position !== null);
  const next = events[page.limit];
  return {
    ...toPage<EventRow>(events, page.limit),
    upTo: next ? next.position - 1 : rows[0]!.head,
    nextCreatedAt: next?.created_at ?? null,
  };
}
