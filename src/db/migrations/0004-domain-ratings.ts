import { Migration } from '@mikro-orm/migrations';

export class DomainRatings extends Migration {
  override up(): void {
    this.addSql(`
alter table project
  add column rating_due_at timestamptz,
  add constraint domain_rating_is_of_a_hundred check (domain_rating between 0 and 100);
create index project_by_rating_due on project (rating_due_at) where rating_due_at is not null;
update project set rating_due_at = account.first_purchase_at
from account where account.id = project.account_id;`);
  }
}
