import { Migration } from '@mikro-orm/migrations';

/** Reports of a project's listings (specification 2.7). */
export class Reports extends Migration {
  override up(): void {
    this.addSql(`
create table report (
  id text collate "C" primary key,
  project_id text collate "C" not null references project on delete cascade,
  account_id text collate "C" not null references account,
  livemode boolean not null,
  format text not null check (format in ('pdf', 'xlsx')),
  include_logins boolean not null,
  status text not null check (status in ('building', 'ready', 'failed')),
  file_name text,
  asset_key text,
  size_bytes integer,
  created_at timestamptz not null,
  ready_at timestamptz,
  expires_at timestamptz,
  constraint ready_report_has_a_file_name
    check ((status = 'ready') = (num_nulls(file_name, size_bytes, ready_at, expires_at) = 0)),
  constraint only_a_ready_report_has_a_file check (asset_key is null or status = 'ready')
);
create index report_of_project on report (project_id, format, include_logins, created_at desc);
create index report_with_file on report (expires_at) where asset_key is not null;
create index report_building on report (created_at) where status = 'building';`);
  }
}
