import type { EntitySchema } from '@mikro-orm/core';

/**
 * The columns of a table, each with the alias before it. A prepared statement that said `*` would fail on open connections
 * once a migration has added a column.
 */
export function columnsOf(entity: EntitySchema, alias: string): string {
  return Object.keys(entity.meta.properties)
    .map((column) => `${alias}.${column}`)
    .join(', ');
}
