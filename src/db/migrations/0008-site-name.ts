import { Migration } from '@mikro-orm/migrations';

export class SiteName extends Migration {
  override up(): void {
    this.addSql('alter table project add column site_name text');
  }
}
