import type { Database } from '../db/database.ts';

/** Requests in flight to one endpoint at once, over all processes: a black hole holds these and nothing else. */
export const MAX_IN_FLIGHT_PER_ENDPOINT = 50;

/** A delivery claimed for one attempt, with what the attempt sends. */
export interface ClaimedDelivery {
  id: string;
  /** Attempts made before this one. */
  attempts: number;
  /** When it fell due, by the time of whoever made it due. */
  due_at: Date;
  event_id: string;
  body: string;
  url: string;
  sealed_secret: Buffer;
}

// Endpoints with due rows are found by skipping through the partial index, locked so that the count of their requests
// in flight is exact, and taken in random order so that none is always last. A disabled endpoint's rows stay due. The
// array makes the planner look rows up by id, however many it takes the chosen to be. The commit need not wait for the
// disk: a server that loses a claim in a crash has lost its claimer too.
const CLAIM = `
with recursive due(endpoint_id) as (
  (select endpoint_id from webhook_delivery where due_at is not null and claim is null order by endpoint_id limit 1)
  union all
  select (
    select d.endpoint_id from webhook_delivery d
    where d.due_at is not null and d.claim is null and d.endpoint_id > due.endpoint_id order by d.endpoint_id limit 1
  ) from due where due.endpoint_id is not null
), endpoint as (
  select w.id, w.url, w.sealed_secret, w.enabled from webhook_endpoint w join due on due.endpoint_id = w.id
  where (select set_config('synchronous_commit', 'off', true)) = 'off'
    and (w.enabled or exists (
      select 1 from webhook_delivery p
      where p.endpoint_id = w.id and p.due_at is not null and p.claim is null and p.event_type = 'ping'
    ))
    and (select count(*) from webhook_delivery c where c.endpoint_id = w.id and c.claim is not null) < $3::int
  order by random() limit 100 for no key update of w skip locked
), chosen as (
  select d.id from endpoint e cross join lateral (
    select id from webhook_delivery
    where endpoint_id = e.id and due_at is not null and claim is null and (e.enabled or event_type = 'ping')
    order by due_at, id
    limit greatest(0, $3::int - (
      select count(*)::int from webhook_delivery where endpoint_id = e.id and claim is not null
    ))
    for update skip locked
  ) d limit $2::int
)
update webhook_delivery d set claim = $1::bigint, claimed_at = clock_timestamp()
from endpoint w, event e
where d.id = any(array(select id from chosen)) and w.id = d.endpoint_id
  and e.account_id = d.account_id and e.livemode = d.livemode and e.position = d.event_position
returning d.id, d.attempts, d.due_at, d.event_id, e.body, w.url, w.sealed_secret`;

/** Claims up to `limit` due deliveries, fairly over their endpoints. */
export async function claimDeliveries(db: Database, claim: number, limit: number): Promise<ClaimedDelivery[]> {
  const values = [claim, limit, MAX_IN_FLIGHT_PER_ENDPOINT];
  const { rows } = await db.pool.query<ClaimedDelivery>({ name: 'claim_deliveries', text: CLAIM, values });
  return rows;
}
