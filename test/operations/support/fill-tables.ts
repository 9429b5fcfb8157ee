import type pg from 'pg';

/**
 * Multiplies a launched project's listings and an endpoint's deliveries, as they stand after a while: most listings are
 * live or wait for a directory, most deliveries have succeeded. The account, a project and a delivery must exist.
 */
export async function fillTables(
  pool: pg.Pool,
  { projects, listingsEach, deliveries }: { projects: number; listingsEach: number; deliveries: number },
): Promise<void> {
  const { rows } = await pool.query<{ columns: string }>(`
    select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
    where table_name = 'project' and table_schema = 'public' and is_generated = 'NEVER'
      and column_name not in ('id', 'url_key', 'external_id', 'contact_email')`);
  const columns = rows[0]!.columns;
  await pool.query(
    `insert into project (id, url_key, ${columns})
     select 'prj_' || lpad(n::text, 22, '0'), 'filled-' || n, ${columns}
     from (select * from project p where exists (select from listing l where l.project_id = p.id) limit 1) p,
       generate_series(1, ${projects}) n`,
  );
  await pool.query(
    `insert into listing (id, project_id, account_id, livemode, directory_id, directory_rating, status, queue_rank, version,
       queued_at, created_at, moved_at)
     select 'lst_' || lpad((p.n * 1000 + d.n)::text, 22, '0'), p.id, p.account_id, p.n % 2 = 0, d.id, d.domain_rating,
       case when d.n % 10 < 5 then 'live' when d.n % 10 < 8 then 'submitted' else 'pending' end, 1, 1,
       case when d.n % 10 >= 8 then p.created_at end, p.created_at, p.created_at
     from (select *, row_number() over (order by id) as n from project where url_key like 'filled-%') p
       cross join lateral (select *, row_number() over (order by id) as n from directory order by id limit ${listingsEach}) d`,
  );
  await pool.query(
    `insert into webhook_delivery (id, account_id, livemode, endpoint_id, event_position, event_id, event_type,
       schedule_status, attempts, schedule_due_at, created_at)
     select 'wd_' || lpad(n::text, 22, '0'), account_id, livemode, endpoint_id, event_position, event_id, event_type,
       case when n % 100 = 0 then 'pending' else 'succeeded' end, 1, case when n % 100 = 0 then created_at end, created_at
     from (
       select d.* from webhook_delivery d join webhook_endpoint w on w.id = d.endpoint_id
       where w.enabled and w.failing_since is null limit 1
     ) d, generate_series(1, ${deliveries}) n`,
  );
  await pool.query("delete from webhook_delivery where not starts_with(id, 'wd_0000')");
  await pool.query('vacuum analyze listing, webhook_delivery, project, outbox, report');
}
