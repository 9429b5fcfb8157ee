import { Migration } from '@mikro-orm/migrations';

/** Logins at directories and the mail that they get; docs/decisions/0026 has the reasons. */
export class Logins extends Migration {
  override up(): void {
    this.addSql(`
create table login (
  listing_id text collate "C" primary key references listing,
  project_id text collate "C" not null references project,
  account_id text collate "C" not null references account,
  livemode boolean not null,
  email text collate "C" not null unique check (email = lower(email)),
  username text not null,
  login_url text not null,
  created_at timestamptz not null,
  last_email_at timestamptz
);
create index login_of_project on login (project_id, created_at, listing_id);
create table project_password (
  project_id text collate "C" primary key references project,
  sealed_password bytea not null
);
create table email (
  id bigint generated always as identity primary key,
  listing_id text collate "C" not null references login,
  digest bytea not null,
  size_bytes integer not null,
  sealed_content bytea not null,
  has_link boolean not null,
  has_code boolean not null,
  received_at timestamptz not null
);
create index email_of_listing on email (listing_id, id);
create index email_by_age on email (received_at);`);
  }
}
