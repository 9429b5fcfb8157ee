import type { Database } from '../db/database.ts';
import type { Traceparent } from '../trace.ts';
import type { DeliveryStatus } from '../db/entities/webhook.ts';

/** Requests in flight at once, over all processes: a black hole holds these and nothing else. */
export const MAX_IN_FLIGHT = {
  perEndpoint: 50,
  /** To an endpoint whose last attempt failed. */
  perFailingEndpoint: 5,
  /** Of an account and mode. */
  perAccount: 100,
} as const;

/** A delivery claimed for one attempt, with what the attempt sends. */
export interface ClaimedDelivery {
  id: string;
  endpoint_id: string;
  /** Attempts of the schedule made before this one. */
  attempts: number;
  schedule_status: DeliveryStatus;
  /** Whether the user asked for this attempt, and not the schedule. */
  is_retry: boolean;
  /** When it fell due, by the time of whoever made it due. */
  due_at: Date;
  event_id: string;
  body: string;
  url: string;
  sealed_secret: Buffer;
  /** Signs too until it expires; null when there is none. */
  previous_sealed_secret: Buffer | null;
  previous_secret_expires_at: Date | null;
  /** Of what the event is about; null where that was not traced. */
  traceparent: Traceparent | null;
}

const ENDPOINTS_AT_ONCE = 100;

// One claims at a time, so that what is in flight is counted exactly. Nobody holds this lock for longer than the server
// takes to run the statements between it and the commit, which are sent with it. The commit need not wait for the disk:
// a server that loses a claim in a crash has lost its claimer too.
const ONE_AT_A_TIME = {
  name: 'claim_one_at_a_time',
  text: `select set_config('synchronous_commit', 'off', true), pg_advisory_xact_lock(19074)`,
  values: [],
};

// Endpoints with due rows are found by skipping through the partial index, and a hundred of them drawn by lot, so that
// none is always last. Each offers its oldest rows up to its own room, and one more, which tells whether some are left;
// accounts take turns, and within an account its endpoints, up to the account's room. A disabled endpoint's rows stay due,
// pings excepted. The array makes the planner look rows up by id, however many it takes the chosen to be.
const CLAIM = `
with recursive due(endpoint_id) as (
  (select endpoint_id from webhook_delivery where due_at is not null and claim is null order by endpoint_id limit 1)
  union all
  select (
    select d.endpoint_id from webhook_delivery d
    where d.due_at is not null and d.claim is null and d.endpoint_id > due.endpoint_id order by d.endpoint_id limit 1
  ) from due where due.endpoint_id is not null
), endpoint as (
  select w.id, w.account_id, w.livemode, w.enabled, random() as lot,
    case when w.failing_since is null then $3::int else $4::int end
      - (select count(*) from webhook_delivery c where c.claim is not null and c.account_id = w.account_id
          and c.endpoint_id = w.id) as room,
    $5::int - (select count(*) from webhook_delivery c where c.claim is not null and c.account_id = w.account_id
      and c.livemode = w.livemode) as account_room
  from webhook_endpoint w join due on due.endpoint_id = w.id
  where w.deleted_at is null and (w.enabled or exists (
    select 1 from webhook_delivery p
    where p.endpoint_id = w.id and p.due_at is not null and p.claim is null and p.event_type = 'ping'
  ))
  order by lot limit $6::int
), offered as (
  select d.id, e.lot, e.account_room, d.turn, d.turn <= e.room as has_room,
    row_number() over (partition by e.account_id, e.livemode, d.turn <= e.room order by d.turn, e.lot) as account_turn
  from endpoint e cross join lateral (
    select id, row_number() over (order by due_at, id) as turn from webhook_delivery
    where endpoint_id = e.id and due_at is not null and claim is null and (e.enabled or event_type = 'ping')
    order by due_at, id limit greatest(0, least(e.room, e.account_room, $2::int)) + 1
  ) d
), chosen as (
  select id from offered where has_room and account_turn <= account_room order by account_turn, lot limit $2::int
), claimed as (
  update webhook_delivery d set claim = $1::bigint, claimed_at = clock_timestamp()
  from webhook_endpoint w, event e
  where d.id = any(array(select id from chosen)) and d.claim is null and d.due_at is not null and w.id = d.endpoint_id
    and e.account_id = d.account_id and e.livemode = d.livemode and e.position = d.event_position
  returning d.id, d.endpoint_id, d.attempts, d.schedule_status, d.retry_asked_at is not null as is_retry, d.due_at,
    d.event_id, e.body, w.url, w.sealed_secret, w.previous_sealed_secret, w.previous_secret_expires_at,
    d.traceparent
)
select claimed.*, (select count(*) from offered) > (select count(*) from chosen)
  or (select count(*) from endpoint) = $6::int as leaves_some
from (select) as one left join claimed on true`;

/** What a claim found. */
export interface Claimed {
  deliveries: ClaimedDelivery[];
  /** Whether due deliveries are left, for which there was no room, or of endpoints that were not looked at. */
  leavesSome: boolean;
}

/** Claims up to `limit` due deliveries, in turn over accounts and endpoints, and none above `MAX_IN_FLIGHT`. */
export async function claimDeliveries(db: Database, claim: number, limit: number): Promise<Claimed> {
  const { perEndpoint, perFailingEndpoint, perAccount } = MAX_IN_FLIGHT;
  const values = [claim, limit, perEndpoint, perFailingEndpoint, perAccount, ENDPOINTS_AT_ONCE];
  const claiming = { name: 'claim_deliveries', text: CLAIM, values };
  const { rows } = await db.pipeline.transaction<Row>([ONE_AT_A_TIME, claiming]);
  return {
    deliveries: rows.filter((row): row is ClaimedRow => row.id !== null),
    leavesSome: rows[0]!.leaves_some,
  };
}

type ClaimedRow = ClaimedDelivery & { leaves_some: boolean };
/** The only row of a claim that found nothing has no delivery. */
type Row = ClaimedRow | { id: null; leaves_some: boolean };
