import { Migration } from '@mikro-orm/migrations';

/** The order of screenshots is checked after a statement, so that one statement can close a gap. */
export class Assets extends Migration {
  override up(): void {
    this.addSql(`
create table discarded_asset (
  key text collate "C" primary key,
  delete_after timestamptz not null
);
create index discarded_asset_by_time on discarded_asset (delete_after);
alter table image drop constraint image_project_id_kind_position_key;
alter table image add constraint image_positions_are_unique unique (project_id, kind, position) deferrable;`);
  }
}
