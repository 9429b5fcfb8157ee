import { Migration } from '@mikro-orm/migrations';

/** Rotated secrets, deleted and failing endpoints, and retries that the user asks for; docs/decisions/0019 has the reasons. */
export class Webhooks extends Migration {
  override up(): void {
    this.addSql(`
alter table webhook_endpoint
  add column previous_sealed_secret bytea,
  add column previous_secret_expires_at timestamptz,
  add column failing_since timestamptz,
  add column warned_at timestamptz,
  add column deleted_at timestamptz;
drop index webhook_endpoint_of_account;
create index webhook_endpoint_of_account on webhook_endpoint (account_id, livemode, id desc) where deleted_at is null;
create index webhook_endpoint_deleted on webhook_endpoint (deleted_at) where deleted_at is not null;

drop index webhook_delivery_due, webhook_delivery_claimed;
alter table webhook_delivery rename column status to schedule_status;
alter table webhook_delivery rename column due_at to schedule_due_at;
alter table webhook_delivery add column retry_asked_at timestamptz;
alter table webhook_delivery
  add column status text not null
    generated always as (case when retry_asked_at is null then schedule_status else 'pending' end) stored,
  add column due_at timestamptz generated always as (coalesce(retry_asked_at, schedule_due_at)) stored;
create index webhook_delivery_due on webhook_delivery (endpoint_id, due_at, id)
  where due_at is not null and claim is null;
create index webhook_delivery_claimed on webhook_delivery (account_id, endpoint_id) where claim is not null;
create index webhook_delivery_not_succeeded on webhook_delivery (endpoint_id, status, id desc)
  where status <> 'succeeded';

alter table webhook_attempt alter column attempt drop not null;
drop index webhook_attempt_of_endpoint;
create index webhook_attempt_of_endpoint on webhook_attempt (endpoint_id, attempted_at) include (succeeded, http_status);`);
  }
}
