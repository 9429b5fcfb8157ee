import assert from 'node:assert/strict';
import { SEALED_COLUMNS } from '../../src/services/secrets/sealed-columns.ts';
import { startTestService, type TestService } from '../support/service.ts';

interface ColumnRow {
  table: string;
  column: string;
  key: string[];
}

// Whatever has `sealed` in its name and is bytes, with the primary key of its table.
const COLUMNS = `
select c.relname as table, a.attname as column, array(
  select k.attname::text from unnest(i.indkey) with ordinality as part(number, at)
  join pg_attribute k on k.attrelid = c.oid and k.attnum = part.number order by part.at
) as key
from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_index i on i.indrelid = c.oid and i.indisprimary
where c.relkind in ('r', 'p') and a.atttypid = 'bytea'::regtype and a.attname like '%sealed%'`;

describe('the list of sealed columns', () => {
  let api: TestService;

  before(async () => {
    api = await startTestService();
  });
  after(() => api.close());

  it('names every column of bytes that is called sealed, by its primary key', async () => {
    const { rows } = await api.service.db.pool.query<ColumnRow>(COLUMNS);
    const text = ({ table, column, key }: (typeof SEALED_COLUMNS)[number]) => `${table} ${key.join(',')} ${column}`;
    assert.deepEqual(SEALED_COLUMNS.map(text).toSorted(), rows.map(text).toSorted());
  });
});
