import { Migration } from '@mikro-orm/migrations';

export class AutoReplace extends Migration {
  override up(): void {
    this.addSql(`
alter table project add column auto_replace_due_at timestamptz;
create index project_auto_replace_due on project (account_id) where auto_replace_due_at is not null;
alter table listing add column auto_added boolean not null default true;
alter table listing add column moved_by_hand boolean not null default false;`);
  }
}
