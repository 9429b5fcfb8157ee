import { Migration } from '@mikro-orm/migrations';

export class Catalog extends Migration {
  override up(): void {
    this.addSql(`
alter table directory add column announce_due_at timestamptz;
create index directory_to_announce on directory (announce_due_at) where announce_due_at is not null;
create index listing_by_wait on listing (moved_at, id)
  where livemode and status in ('in_progress', 'submitted', 'action_required');`);
  }
}
