import { Migration } from '@mikro-orm/migrations';

/** How listings reach directories without an operator; docs/decisions/0017 has the reasons. */
export class DirectoryDrivers extends Migration {
  override up(): void {
    this.addSql(`
alter table directory add column driver json;
create table directory_secret (
  directory_id text collate "C" primary key references directory,
  sealed bytea not null
);
create table directory_pace (
  directory_id text collate "C" not null references directory,
  day date not null,
  used integer not null,
  primary key (directory_id, day)
);
create index listing_in_progress_of_directory on listing (directory_id) where status = 'in_progress' and livemode;`);
  }
}
