import { Migration } from '@mikro-orm/migrations';

/** Ratings of directories that a provider measured; docs/decisions/0012 has the reasons. */
export class DirectoryRatings extends Migration {
  override up(): void {
    this.addSql(`
alter table directory
  add column rating_measured_at timestamptz,
  add column rating_due_at timestamptz;
create index directory_by_rating_due on directory (rating_due_at) where open;`);
  }
}
