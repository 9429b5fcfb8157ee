/** The baseline of test events: Koa and a row over a bare pg pool, then a wake; it checks and records nothing else. */
import { createServer } from 'node:http';
import Koa from 'koa';
import pg from 'pg';
import { readConfig } from '../src/config.ts';
import { answerParent } from './child.ts';
import { bareBody } from './deliveries.ts';

const config = readConfig();
const pool = new pg.Pool({ connectionString: config.databaseUrl, max: config.databasePoolSize });
const text = 'insert into bare_delivery (url, body) values ($1, $2)';

const app = new Koa();
app.use(async (ctx) => {
  const url = ctx.get('x-url');
  if (!url) return;
  const id = crypto.randomUUID();
  await pool.query({ name: 'bare_insert', text, values: [url, bareBody(id)] });
  ctx.status = 201;
  ctx.body = { event: id };
  void pool.query('notify bare');
});
createServer(app.callback()).listen(config.port, config.host);

answerParent(() => Promise.resolve());
