import { sql } from 'kysely';
import type { EmailRow } from '../../resources/email.ts';
import type { LoginView } from '../../resources/login.ts';
import type { Sql } from '../database.ts';
import { toPage, type Page, type PageRequest } from '../page.ts';

const VIEW = `
  select o.*, l.directory_id, d.name as directory_name, d.domain_rating as directory_domain_rating, w.sealed_password
  from login o join listing l on l.id = o.listing_id join directory d on d.id = l.directory_id
    join project_password w on w.project_id = o.project_id`;

/** The login of a listing, or null. */
export async function findLogin(db: Sql, listingId: string): Promise<LoginView | null> {
  const { rows } = await sql<LoginView>`${sql.raw(VIEW)} where o.listing_id = ${listingId}`.execute(db);
  return rows[0] ?? null;
}

/** Every login of a project, of which there are at most as many as its listings. */
export async function allLoginsOfProject(db: Sql, projectId: string): Promise<LoginView[]> {
  const { rows } = await sql<LoginView>`
    ${sql.raw(VIEW)} where o.project_id = ${projectId} order by d.name, o.listing_id
  `.execute(db);
  return rows;
}

/** Several logins may be made at the same time. */
export interface LoginPosition {
  /** ISO 8601. */
  at: string;
  id: string;
}

/** A page of a project's logins, newest first. */
export async function listLogins(
  db: Sql,
  projectId: string,
  page: PageRequest<LoginPosition>,
): Promise<Page<LoginView>> {
  const { at = null, id = null } = page.after ?? {};
  const { rows } = await sql<LoginView>`
    ${sql.raw(VIEW)}
    where o.project_id = ${projectId}
      and (${at}::timestamptz is null or (o.created_at, o.listing_id) < (${at}::timestamptz, ${id}::text collate "C"))
    order by o.created_at desc, o.listing_id desc limit ${page.limit + 1}
  `.execute(db);
  return toPage(rows, page.limit);
}

/** A page of the mail of a listing's login, newest first; a position is the last id. */
export async function listEmails(db: Sql, listingId: string, page: PageRequest<number>): Promise<Page<EmailRow>> {
  const { rows } = await sql<EmailRow>`
    select e.*, l.email as to, l.livemode from email e join login l on l.listing_id = e.listing_id
    where e.listing_id = ${listingId} and (${page.after}::bigint is null or e.id < ${page.after})
    order by e.id desc limit ${page.limit + 1}
  `.execute(db);
  return toPage(rows, page.limit);
}
