import { Migration } from '@mikro-orm/migrations';

/** What has left the feed is found by its age. */
export class EventRetention extends Migration {
  override up(): void {
    this.addSql('create index event_by_age on event (created_at);');
  }
}
