/**
 * The baseline of launches: Koa and one transaction over a bare pg client, which writes as many rows as a launch does to
 * tables of the same form. It chooses, checks and presents nothing.
 */
import { createServer } from 'node:http';
import Koa from 'koa';
import pg from 'pg';
import { readConfig } from '../src/config.ts';
import { newId } from '../src/db/new-id.ts';
import { answerParent } from './child.ts';

const LISTINGS = 100;
const PROJECT = `
update bare_project set status = 'in_progress', launched_at = $2, updated_at = $2, progress = '{"pending":100}'
where id = $1 returning *`;
const LISTING = `
insert into bare_listing (id, project_id, account_id, livemode, directory_id, directory_rating, status, queued_at,
  queue_rank, version, auto_added, created_at, moved_at)
select id, $2, $3, true, 'dir_' || n, n, 'pending', $4, 1, 1, true, $4, $4
from unnest($1::text[]) with ordinality as v(id, n)`;
const EVENT = `
insert into bare_event (account_id, livemode, position, id, type, project_id, body, created_at)
values ($1, true, $2, $3, 'project.launched', $4, $5, $6)`;
const OUTBOX = `insert into bare_outbox (kind, target) select 'wake', target from unnest($1::text[]) as v(target)`;

const config = readConfig();
const client = new pg.Client({ connectionString: config.databaseUrl });
await client.connect();
let events = 0;

function run<Row extends pg.QueryResultRow>(name: string, text: string, values: unknown[]) {
  return client.query<Row>({ name, text, values });
}

async function launch(projectId: string): Promise<unknown> {
  const now = new Date();
  const ids = Array.from({ length: LISTINGS }, () => newId('listing', now));
  await client.query('begin');
  const { rows } = await run<{ account_id: string }>('project', PROJECT, [projectId, now]);
  const project = rows[0]!;
  await run('listing', LISTING, [ids, projectId, project.account_id, now]);
  const targets = [`capacity/${project.account_id}`, ...ids.map((id) => `listing/${id}`), `launch/${projectId}`];
  await run('outbox', OUTBOX, [targets]);
  const body = JSON.stringify(project);
  await run('event', EVENT, [project.account_id, ++events, newId('event', now), projectId, body, now]);
  await client.query('commit');
  return project;
}

const app = new Koa();
app.use(async (ctx) => {
  if (ctx.method === 'POST') ctx.body = await launch(ctx.path.split('/')[3]!);
});
createServer(app.callback()).listen(config.port, config.host);

answerParent(() => Promise.resolve());
