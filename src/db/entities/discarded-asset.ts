import { defineEntity, p } from '@mikro-orm/core';

/** A file in storage that nothing names: one that is about to be named, or one that nothing names any more. */
export const DiscardedAsset = defineEntity({
  name: 'discarded_asset',
  tableName: 'discarded_asset',
  properties: {
    /** Its storage key. */
    key: p.text().primary(),
    delete_after: p.datetime(),
  },
});
