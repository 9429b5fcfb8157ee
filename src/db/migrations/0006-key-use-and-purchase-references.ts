import { Migration } from '@mikro-orm/migrations';

export class KeyUseAndPurchaseReferences extends Migration {
  override up(): void {
    this.addSql('alter table api_key add column last_used_at timestamptz');
    // Until now nothing kept a reference from being used twice: the later ones are told apart by the purchase's id.
    this.addSql(`
update purchase p set reference = p.reference || ' (purchase ' || p.id || ')'
where exists (
  select 1 from purchase earlier
  where earlier.account_id = p.account_id and earlier.reference = p.reference and earlier.id < p.id
)`);
    this.addSql('create unique index purchase_reference_is_unique on purchase (account_id, reference)');
    this.addSql('create index purchase_newest_first on purchase (account_id, id desc)');
  }
}
