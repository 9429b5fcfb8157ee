import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { request } from 'undici';
import { anyFreePort } from '../../dev/ports.ts';
import { needsFullKey } from '../../src/http/operation.ts';
import { operations } from '../../src/http/operations.ts';
import { createLogger } from '../../src/logger.ts';
import { startMail } from '../../src/main/start-mail.ts';
import { provideLogin, type OpenLogin } from '../../src/services/logins/provide-login.ts';
import { readListing } from '../../src/services/listings/read-listing.ts';
import { adminOf, textOf } from '../admin/support/run-admin.ts';
import { sendRaw } from '../inbound/support/smtp-client.ts';
import { expectStatus } from '../support/factories.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { bodyOf, buildWorld, pathIn, type World } from './support/world.ts';

const CODE = '739201';
const TOKEN = 'confirm-token-5f2c';
const PHRASE = 'purple-elephants-dance';
const MAIL = `From: Dir <no-reply@directory.example>\r\nSubject: ${CODE} is your code\r\n\r\nYour code: ${CODE}. ${PHRASE} https://directory.example/${TOKEN}\r\n`;

describe('logins and their mail', () => {
  const lines: string[] = [];
  let api: TestService;
  let world: World;
  let login: OpenLogin;
  let secrets: string[];
  let close: () => Promise<void>;

  before(async () => {
    const destination = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString());
        done();
      },
    });
    const port = await anyFreePort();
    const log = createLogger('trace', 'test', destination);
    api = await startTestService({ MAIL_DOMAIN: 'mail.example.com', INBOUND_MAIL_PORT: String(port) }, log);
    const mail = await startMail(api.config, api.service, log);
    close = () => mail.close();
    world = await buildWorld(api);
    login = await provideLogin(api.service, world.listing);
    assert.match(await sendRaw(port, login.email, MAIL), /^250/);
    assert.match(await sendRaw(port, login.email, `${MAIL}${'X: y\r\n'.repeat(3)}${'\0'.repeat(9)}`), /^250/);
    const broken = `${'X-Long: yes\r\n'.repeat(100_000)}\r\n${PHRASE}`;
    assert.match(await sendRaw(port, login.email, broken), /^554/);
    assert.match(await sendRaw(port, `x${login.email}`, MAIL), /^503/);
    secrets = [login.password, login.email, login.email.split('@')[0]!, CODE, TOKEN, PHRASE];
    // So that the feed and the webhooks have an event of this very listing, after its login was made.
    for (const to of ['in_progress', 'submitted', 'live']) {
      const path = `/test_helpers/listings/${world.listing}/advance`;
      expectStatus(await api.call('POST', path, { key: world.key, json: { to } }), 200);
    }
  });
  after(async () => {
    await close();
    await api.close();
  });

  const leaksIn = (text: string) => secrets.filter((secret) => text.includes(secret));

  it('are shown to a full key by their own two lists', async () => {
    const shown = async (path: string) => JSON.stringify((await api.call('GET', path, { key: world.key })).body);
    assert.deepEqual(leaksIn(await shown(`/projects/${world.launched}/logins`)).length, 3);
    assert.deepEqual(leaksIn(await shown(`/listings/${world.listing}/emails`)).length, 5);
  });

  for (const operation of operations) {
    it(`are not in what a read key gets from ${operation.id}`, async () => {
      const key = world.agency.keys.test.read;
      const path = pathIn(world, operation.path) + (operation.isList ? '?limit=100' : '');
      const url = `${api.config.publicUrl}/v1${path}`;
      const json = bodyOf(operation.id);
      const answer = await request(url, {
        method: operation.method,
        headers: { authorization: `Bearer ${key}`, ...(json ? { 'content-type': 'application/json' } : {}) },
        body: json ? JSON.stringify(json) : null,
      });
      const text = Buffer.from(await answer.body.arrayBuffer()).toString('latin1');
      if (needsFullKey(operation)) assert.equal(answer.statusCode, 403, text);
      assert.deepEqual(leaksIn(JSON.stringify(answer.headers) + text), [], operation.id);
    });

    it(`are not in what a full key gets from ${operation.id}, unless that shows logins`, async () => {
      if (operation.fullKeyOnly || operation.method !== 'GET') return;
      const url = `${api.config.publicUrl}/v1${pathIn(world, operation.path)}${operation.isList ? '?limit=100' : ''}`;
      const answer = await request(url, { headers: { authorization: `Bearer ${world.key}` } });
      const text = Buffer.from(await answer.body.arrayBuffer()).toString('latin1');
      assert.deepEqual(leaksIn(text), [], operation.id);
    });
  }

  it('are in no event, delivery, outbox message or stored answer, and in no other table', async () => {
    const { pool } = api.service.db;
    const tables = await pool.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    );
    assert.ok(tables.rows.length > 20);
    for (const { name } of tables.rows) {
      const { rows } = await pool.query<{ text: string | null }>(
        `select string_agg(t::text, ' ') as text from "${name}" t`,
      );
      const found = leaksIn(rows[0]!.text ?? '');
      assert.deepEqual(found, name === 'login' ? [login.email, login.email.split('@')[0]] : [], name);
    }
    const events = await pool.query("select 1 from event where type like 'listing.%' and body like $1", [
      `%${world.listing}%`,
    ]);
    assert.ok(events.rowCount! >= 3, 'the walk saw events of the listing');
  });

  it('are not in what the workflow of the listing reads, which its details and history hold', async () => {
    const reading = await readListing(api.service.db.sql, world.listing);
    assert.deepEqual([reading.lastEmail?.hasCode, reading.lastEmail?.hasLink], [true, true]);
    assert.deepEqual(leaksIn(JSON.stringify(reading)), []);
    assert.match(reading.lastEmail!.subject, /^••• is your code$/);
  });

  it('are in the output of the operators’ command for those who ask for them only', async () => {
    const admin = adminOf(api.config.databaseUrl, { SECRET_KEY: Buffer.alloc(32, 7).toString('base64') });
    for (const args of [
      ['listing', 'show', world.listing],
      ['listing', 'show', world.listing, '--json'],
      ['listing', 'list', world.launched],
      ['project', 'show', world.launched],
      ['account', 'show', world.agency.accountId],
    ]) {
      assert.deepEqual(leaksIn(await textOf(admin, ...args)), [], args.join(' '));
    }
    assert.deepEqual(leaksIn(await textOf(admin, 'listing', 'login', world.listing)).length, 3);
    assert.deepEqual(leaksIn(await textOf(admin, 'listing', 'emails', world.listing)), [CODE, TOKEN, PHRASE]);
  });

  it('are in no line of the log', () => {
    const text = lines.join('');
    assert.match(text, /a mail came in/);
    assert.match(text, /a mail could not be read/);
    assert.deepEqual(leaksIn(text), []);
  });
});
