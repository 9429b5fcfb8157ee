import { Migration } from '@mikro-orm/migrations';

/** What keeps `GET /projects` fast for an account with many projects; docs/decisions/0010 has the reasons. */
export class ProjectSearch extends Migration {
  override up(): void {
    this.addSql(bigrams);
    this.addSql(indexes);
  }
}

// The cost is what the planner needs to know: computing it for a row takes thousands of times as long as a comparison.
const bigrams = `
create function search_bigrams(account_id text, livemode boolean, value text) returns bigint[]
language sql immutable strict parallel safe cost 10000
return (
  select array_agg(distinct hashtextextended(bigram, hashtextextended(account_id, livemode::integer)))
  from (
    select letter || lead(letter) over (order by at) as bigram
    from string_to_table(lower(value), null) with ordinality as letters (letter, at)
  ) as pairs
  where bigram is not null
);`;

// A search reads the whole pending list, of all accounts: it is kept to about 200 projects.
const indexes = `
create index project_search on project
  using gin (search_bigrams(account_id, livemode, name || E'\\n' || url)) with (gin_pending_list_limit = 256);
create index project_by_status on project (account_id, livemode, status, id desc);`;
