import { Migration } from '@mikro-orm/migrations';

export class Idempotency extends Migration {
  override up(): void {
    this.addSql(`
create table idempotency_key (
  account_id text collate "C" not null references account,
  livemode boolean not null,
  key text not null,
  fingerprint bytea not null,
  request text collate "C" not null,
  sealed_answer bytea,
  created_at timestamptz not null,
  primary key (account_id, livemode, key)
);
create index idempotency_key_by_age on idempotency_key (created_at);`);
  }
}
