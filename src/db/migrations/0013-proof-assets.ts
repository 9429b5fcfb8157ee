import { Migration } from '@mikro-orm/migrations';

/** A proof is a stored file, as images are; nothing has set the column before. */
export class ProofAssets extends Migration {
  override up(): void {
    this.addSql('alter table listing rename column proof_url to proof_asset_key;');
  }
}
