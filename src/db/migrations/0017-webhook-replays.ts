import { Migration } from '@mikro-orm/migrations';

/** Replays of what an endpoint missed; docs/decisions/0022 has the reasons. */
export class WebhookReplays extends Migration {
  override up(): void {
    this.addSql(`
create table webhook_replay (
  id text collate "C" primary key,
  endpoint_id text collate "C" not null references webhook_endpoint on delete cascade,
  since timestamptz not null,
  requested_at timestamptz not null,
  begin_position bigint not null,
  position bigint not null,
  end_position bigint not null,
  retried integer not null default 0,
  created integer not null default 0,
  outcome text,
  ended_at timestamptz,
  check ((outcome is null) = (ended_at is null))
);
create index webhook_replay_of_endpoint on webhook_replay (endpoint_id, id desc);
create unique index webhook_replay_under_way on webhook_replay (endpoint_id) where outcome is null;`);
  }
}
