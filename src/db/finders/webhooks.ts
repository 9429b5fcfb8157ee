import { sql } from 'kysely';
import type { WebhookDeliveryRow } from '../../resources/webhook-delivery.ts';
import type { WebhookEndpointView } from '../../resources/webhook-endpoint.ts';
import type { Sql } from '../database.ts';
import { toPage, type Page, type PageRequest } from '../page.ts';
import type { Scope } from '../scope.ts';

const SUMMARY_DAYS = 7;

/** Endpoints with the summary of their last 7 days, counted back from `now`. */
function endpointView(now: Date) {
  const since = new Date(now.getTime() - SUMMARY_DAYS * 86_400_000);
  return sql`
    select w.id, w.account_id, w.livemode, w.url, w.description, w.events, w.enabled, w.disabled_reason,
      w.previous_secret_expires_at, w.created_at, w.updated_at, last.attempted_at as last_attempted_at, last.http_status as last_http_status,
      coalesce(summary.attempted_7d, 0)::int as attempted_7d, coalesce(summary.succeeded_7d, 0)::int as succeeded_7d
    from webhook_endpoint w
    left join lateral (
      select attempted_at, http_status from webhook_attempt a
      where a.endpoint_id = w.id and a.attempted_at > ${since} order by attempted_at desc limit 1
    ) last on true
    left join lateral (
      select count(*) as attempted_7d, count(*) filter (where succeeded) as succeeded_7d
      from webhook_attempt a where a.endpoint_id = w.id and a.attempted_at > ${since}
    ) summary on true`;
}

export async function findWebhookEndpoint(
  db: Sql,
  scope: Scope,
  id: string,
  now: Date,
): Promise<WebhookEndpointView | null> {
  const { rows } = await sql<WebhookEndpointView>`/* prepared find_webhook_endpoint */
    ${endpointView(now)}
    where w.id = ${id} and w.account_id = ${scope.account_id} and w.livemode = ${scope.livemode} and w.deleted_at is null
  `.execute(db);
  return rows[0] ?? null;
}

/** A page of the mode's endpoints, newest first; a position is the last id. */
export async function listWebhookEndpoints(
  db: Sql,
  scope: Scope,
  page: PageRequest<string>,
  now: Date,
): Promise<Page<WebhookEndpointView>> {
  const { rows } = await sql<WebhookEndpointView>`
    ${endpointView(now)}
    where w.account_id = ${scope.account_id} and w.livemode = ${scope.livemode} and w.deleted_at is null
      and (${page.after}::text is null or w.id < ${page.after})
    order by w.id desc limit ${page.limit + 1}
  `.execute(db);
  return toPage(rows, page.limit);
}

export async function findWebhookDelivery(db: Sql, scope: Scope, id: string): Promise<WebhookDeliveryRow | null> {
  const { rows } = await sql<WebhookDeliveryRow>`
    select d.* from webhook_delivery d join webhook_endpoint w on w.id = d.endpoint_id
    where d.id = ${id} and d.account_id = ${scope.account_id} and d.livemode = ${scope.livemode} and w.deleted_at is null
  `.execute(db);
  return rows[0] ?? null;
}

/** A page of an endpoint's deliveries, newest first; a position is the last id. */
export async function listWebhookDeliveries(
  db: Sql,
  endpointId: string,
  filters: { status?: WebhookDeliveryRow['status'] | undefined },
  page: PageRequest<string>,
): Promise<Page<WebhookDeliveryRow>> {
  const { status = null } = filters;
  const { rows } = await sql<WebhookDeliveryRow>`
    select * from webhook_delivery
    where endpoint_id = ${endpointId}
      and (${page.after}::text is null or id < ${page.after})
      and (${status}::text is null or status = ${status})
    order by id desc limit ${page.limit + 1}
  `.execute(db);
  return toPage(rows, page.limit);
}
