/** The baseline of reads: Koa, pg and one keyed query, without keys, limits, checks or presentation. */
import { createServer } from 'node:http';
import Koa from 'koa';
import pg from 'pg';
import { readConfig } from '../src/config.ts';
import { answerParent } from './child.ts';

const PREFIX = '/v1/projects/';

const config = readConfig();
const pool = new pg.Pool({ connectionString: config.databaseUrl, max: config.databasePoolSize });
const app = new Koa();
app.use(async (ctx) => {
  const values = [ctx.path.slice(PREFIX.length)];
  const { rows } = await pool.query({ name: 'project', text: 'select * from project where id = $1', values });
  ctx.body = rows[0];
});
createServer(app.callback()).listen(config.port, config.host);

answerParent(() => Promise.resolve());
