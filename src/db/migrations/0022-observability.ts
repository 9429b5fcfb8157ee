import { Migration } from '@mikro-orm/migrations';

/** Since when a message waits, and which trace a message and a delivery belong to; docs/decisions/0028 and 0029. */
export class Observability extends Migration {
  override up(): void {
    this.addSql(`
alter table outbox add column created_at timestamptz, add column traceparent text;
alter table outbox alter column created_at set default clock_timestamp();
create index outbox_failing on outbox (id) where failures > 0;
alter table webhook_delivery add column traceparent text;`);
  }
}
