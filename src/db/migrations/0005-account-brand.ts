import { Migration } from '@mikro-orm/migrations';

export class AccountBrand extends Migration {
  override up(): void {
    this.addSql(`
create table account_brand (
  account_id text collate "C" primary key references account,
  logo bytea,
  logo_width integer,
  logo_height integer,
  primary_color text check (primary_color ~ '^#[0-9a-f]{6}$'),
  accent_color text check (accent_color ~ '^#[0-9a-f]{6}$'),
  reply_to text,
  constraint logo_has_a_size check (num_nulls(logo, logo_width, logo_height) in (0, 3))
);`);
  }
}
