/** The baseline of reads: Koa, pg and one keyed query, without keys, limits, checks or presentation. */
import { createServer } from 'node:http';
import Koa from 'koa';
import pg from 'pg';
import { readConfig } from '../src/config.ts';
import { answerParent } from './child.ts';

const DEFAULT_LIMIT = 20;
const PAGE = `
select * from listing where project_id = $1 and ($2::text is null or status = $2)
order by directory_rating desc, id limit $3`;

const config = readConfig();
const pool = new pg.Pool({ connectionString: config.databaseUrl, max: config.databasePoolSize });
const app = new Koa();
app.use(async (ctx) => {
  const [, , collection, id, part] = ctx.path.split('/');
  if (part === 'listings') {
    const values = [id, ctx.query.status ?? null, ctx.query.limit ?? DEFAULT_LIMIT];
    ctx.body = (await pool.query({ name: 'page', text: PAGE, values })).rows;
  } else {
    const table = collection === 'listings' ? 'listing' : 'project';
    const { rows } = await pool.query({ name: table, text: `select * from ${table} where id = $1`, values: [id] });
    ctx.body = rows[0];
  }
});
createServer(app.callback()).listen(config.port, config.host);

answerParent(() => Promise.resolve());
