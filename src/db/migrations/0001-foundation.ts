import { Migration } from '@mikro-orm/migrations';

export class Foundation extends Migration {
  override up(): void {
    for (const statement of [accounts, catalog, projects, listings, events, webhooks, outbox]) this.addSql(statement);
  }
}

// Ids are compared by bytes (collation "C"), because their letters sort by creation time.
const id = 'text collate "C"';

const accounts = `
create table account (
  id ${id} primary key,
  name text not null,
  owner_email text not null,
  suspended_at timestamptz,
  first_purchase_at timestamptz,
  created_at timestamptz not null
);
create table account_mode (
  account_id ${id} not null references account,
  livemode boolean not null,
  launches_total integer not null,
  launches_used integer not null default 0,
  primary key (account_id, livemode),
  constraint launches_are_not_overspent check (launches_used between 0 and launches_total)
);
create table purchase (
  id bigint generated always as identity primary key,
  account_id ${id} not null references account,
  launches integer not null check (launches > 0),
  reference text,
  created_at timestamptz not null
);
create table api_key (
  id ${id} primary key,
  account_id ${id} not null references account,
  livemode boolean not null,
  permissions text not null check (permissions in ('full', 'read')),
  hash bytea not null unique,
  expires_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null
);
create index api_key_of_account on api_key (account_id);
create unlogged table hourly_count (
  subject text not null,
  hour timestamptz not null,
  count integer not null,
  primary key (subject, hour)
);`;

const catalog = `
create table directory (
  id ${id} primary key,
  slug text not null unique,
  name text not null,
  url text not null,
  domain_rating integer not null check (domain_rating between 0 and 100),
  description text not null,
  accepts text not null,
  categories text[] not null,
  pricing_models text[] not null,
  requirements text[] not null,
  link text not null,
  review_days integer,
  open boolean not null,
  simulated_outcome text not null
);
create index directory_by_rating on directory (domain_rating desc, id) where open;`;

const projects = `
create table project (
  id ${id} primary key,
  account_id ${id} not null references account,
  livemode boolean not null,
  status text not null,
  hold_reason text,
  action json,
  url text not null,
  url_key text not null,
  name text not null,
  name_source text not null,
  maker_name text,
  contact_email text,
  tagline text,
  short_description text,
  long_description text,
  category text,
  pricing_model text,
  price_amount_cents bigint,
  price_period text,
  launch_date date,
  twitter_url text,
  competitors json not null,
  tags text[] not null,
  audience json not null,
  promo_code text,
  promo_description text,
  autofill_status text not null,
  autofill_filled text[] not null,
  image_candidates json not null,
  domain_rating integer,
  badge_status text not null,
  badge_checked_at timestamptz,
  auto_replace boolean not null,
  excluded_directories text[] not null,
  progress json,
  external_id text,
  metadata json not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  launched_at timestamptz,
  constraint draft_until_launched check ((status = 'draft') = (launched_at is null))
);
create index project_newest_first on project (account_id, livemode, id desc);
create unique index project_url_is_unique on project (account_id, livemode, url_key);
create unique index project_contact_email_is_unique on project (account_id, livemode, lower(contact_email));
create unique index project_external_id_is_unique on project (account_id, livemode, external_id);
create table image (
  id ${id} primary key,
  project_id ${id} not null references project on delete cascade,
  kind text not null check (kind in ('logo', 'screenshot')),
  position integer not null,
  status text not null,
  source_url text,
  asset_key text,
  error text,
  created_at timestamptz not null,
  unique (project_id, kind, position),
  constraint one_logo_and_five_screenshots check (position between 0 and case kind when 'logo' then 0 else 4 end)
);`;

const listings = `
create table listing (
  id ${id} primary key,
  project_id ${id} not null references project,
  account_id ${id} not null,
  livemode boolean not null,
  directory_id ${id} not null references directory,
  directory_rating integer not null,
  status text not null,
  reason text,
  action json,
  action_settled boolean not null default false,
  live_url text,
  proof_url text,
  queued_at timestamptz,
  queue_rank integer not null,
  version integer not null,
  created_at timestamptz not null,
  submitted_at timestamptz,
  live_at timestamptz,
  moved_at timestamptz not null,
  constraint one_listing_per_directory unique (project_id, directory_id),
  constraint action_while_required check ((status = 'action_required') = (action is not null)),
  constraint reason_when_ended check ((status in ('not_accepted', 'cancelled')) = (reason is not null)),
  constraint pending_is_queued check (status <> 'pending' or queued_at is not null)
);
create index listing_by_rating on listing (project_id, directory_rating desc, id);
create index listing_in_flight on listing (account_id, livemode) where status = 'in_progress';
create index listing_queue on listing (account_id, livemode, queue_rank, queued_at, directory_rating desc, id)
  where queued_at is not null;`;

const events = `
create table feed_head (
  account_id ${id} not null references account,
  livemode boolean not null,
  position bigint not null default 0,
  primary key (account_id, livemode)
);
create table event (
  account_id ${id} not null,
  livemode boolean not null,
  position bigint not null,
  id ${id} not null unique,
  type text not null,
  project_id ${id},
  body text not null,
  created_at timestamptz not null,
  primary key (account_id, livemode, position)
);
create index event_of_project on event (project_id, position);`;

const webhooks = `
create table webhook_endpoint (
  id ${id} primary key,
  account_id ${id} not null references account,
  livemode boolean not null,
  url text not null,
  description text,
  events text[] not null,
  enabled boolean not null,
  disabled_reason text,
  sealed_secret bytea not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index webhook_endpoint_of_account on webhook_endpoint (account_id, livemode, id desc);
create table webhook_delivery (
  id ${id} primary key,
  account_id ${id} not null,
  livemode boolean not null,
  endpoint_id ${id} not null references webhook_endpoint,
  event_position bigint not null,
  event_id ${id} not null,
  event_type text not null,
  status text not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  due_at timestamptz,
  task_token bytea,
  claim bigint,
  claimed_at timestamptz,
  last_attempted_at timestamptz,
  last_http_status integer,
  last_duration_ms integer,
  last_error text,
  created_at timestamptz not null
) with (fillfactor = 70);
create index webhook_delivery_of_endpoint on webhook_delivery (endpoint_id, id desc);
create index webhook_delivery_due on webhook_delivery (endpoint_id, due_at, id)
  where due_at is not null and claim is null;
create index webhook_delivery_claimed on webhook_delivery (endpoint_id, claim) where claim is not null;
create table webhook_attempt (
  id bigint generated always as identity primary key,
  delivery_id ${id} not null references webhook_delivery on delete cascade,
  endpoint_id ${id} not null,
  attempt integer not null,
  attempted_at timestamptz not null,
  http_status integer,
  duration_ms integer not null,
  error text,
  succeeded boolean not null
);
create index webhook_attempt_of_endpoint on webhook_attempt (endpoint_id, attempted_at);
create index webhook_attempt_of_delivery on webhook_attempt (delivery_id);`;

const outbox = `
create table outbox (
  id bigint generated always as identity primary key,
  kind text not null,
  target text not null,
  payload json,
  retry_at timestamptz,
  claim bigint,
  claimed_at timestamptz,
  failures integer not null default 0,
  last_error text
);
create index outbox_unclaimed on outbox (id) where claim is null;
create index outbox_claimed on outbox (claim) where claim is not null;
create table claimer (
  id bigint generated by default as identity primary key,
  process text not null,
  started_at timestamptz not null
);`;
