import { Migration } from '@mikro-orm/migrations';

/** A project has one row at most, so it cannot have two active links. */
export class ShareLinks extends Migration {
  override up(): void {
    this.addSql(`
create table share_link (
  project_id text collate "C" primary key references project on delete cascade,
  token_hash bytea not null unique,
  sealed_token bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  view_count bigint not null default 0,
  last_viewed_at timestamptz
);`);
  }
}
