import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { request } from 'undici';
import { anyFreePort } from '../../dev/ports.ts';
import { needsFullKey } from '../../src/http/operation.ts';
import { operations } from '../../src/http/operations.ts';
import { createDocumentBuilder } from '../../src/documents/document-builder.ts';
import { buildReport } from '../../src/services/reports/build-report.ts';
import { createLogger } from '../../src/logger.ts';
import { startMail } from '../../src/main/start-mail.ts';
import { provideLogin, type OpenLogin } from '../../src/services/logins/provide-login.ts';
import { readListing } from '../../src/services/listings/read-listing.ts';
import { adminOf, textOf } from '../admin/support/run-admin.ts';
import { readPdf, withoutSpaces } from '../documents/support/read-pdf.ts';
import { readXlsx } from '../documents/support/read-xlsx.ts';
import { sendRaw } from '../inbound/support/smtp-client.ts';
import { expectStatus } from '../support/factories.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { bodyOf, buildWorld, pathIn, type World } from './support/world.ts';

const CODE = '739201';
const TOKEN = 'confirm-token-5f2c';
/** A project gets one report of a kind in this time. */
const REPORT_EVERY_MS = 10_000;
const PHRASE = 'purple-elephants-dance';
const MAIL = `From: Dir <no-reply@directory.example>\r\nSubject: ${CODE} is your code\r\n\r\nYour code: ${CODE}. ${PHRASE} https://directory.example/${TOKEN}\r\n`;

describe('logins and their mail', () => {
  const lines: string[] = [];
  let api: TestService;
  let world: World;
  let login: OpenLogin;
  let secrets: string[];
  let shareUrl: string;
  let close: () => Promise<void>;
  const documents = createDocumentBuilder();

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
    ({ url: shareUrl } = expectStatus(
      await api.call('GET', `/projects/${world.launched}/share_link`, { key: world.key }),
      200,
    ).body);
    secrets = [login.password, login.email, login.email.split('@')[0]!, CODE, TOKEN, PHRASE];
    // So that the feed and the webhooks have an event of this very listing, after its login was made.
    for (const to of ['in_progress', 'submitted', 'live']) {
      const path = `/test_helpers/listings/${world.listing}/advance`;
      expectStatus(await api.call('POST', path, { key: world.key, json: { to } }), 200);
    }
  });
  after(async () => {
    await documents.close();
    await close();
    await api.close();
  });

  const leaksIn = (text: string) => secrets.filter((secret) => text.includes(secret));
  const bytesOf = async (url: string, key?: string) => {
    const answer = await fetch(url, key ? { headers: { authorization: `Bearer ${key}` } } : {});
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const reportOf = async (format: 'pdf' | 'xlsx', include_logins: boolean): Promise<string> => {
    const path = `/projects/${world.launched}/reports`;
    const json = { format, include_logins };
    api.clock.advance(REPORT_EVERY_MS);
    const { id } = expectStatus(await api.call('POST', path, { key: world.key, json }), 201).body as { id: string };
    await buildReport({ ...api.service, documents }, id);
    return id;
  };
  /** All that a reader of a report sees, without spaces: readers part words differently. */
  const textIn = async (format: 'pdf' | 'xlsx', bytes: Buffer): Promise<string> => {
    if (format === 'pdf') return (await readPdf(bytes)).letters;
    return withoutSpaces(
      readXlsx(bytes)
        .flatMap(({ cells }) => [...cells.values()].map(({ value }) => value))
        .join(' '),
    );
  };

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

  for (const format of ['pdf', 'xlsx'] as const) {
    it(`are in the ${format} report that has them, for a full key alone, and nowhere in one without`, async () => {
      const { full, read } = world.agency.keys.test;
      const [bare, complete] = [await reportOf(format, false), await reportOf(format, true)];
      const file = (id: string) => `${api.config.publicUrl}/v1/reports/${id}/file`;
      for (const key of [full, read]) {
        const { status, bytes } = await bytesOf(file(bare), key);
        assert.equal(status, 200);
        const text = await textIn(format, bytes);
        assert.ok(text.length > 1_000, 'the report was read');
        assert.deepEqual([leaksIn(text), leaksIn(bytes.toString('latin1'))], [[], []]);
      }
      const shown = await bytesOf(file(complete), full);
      assert.deepEqual(leaksIn(await textIn(format, shown.bytes)), [login.password, login.email, secrets[2]]);
      for (const path of [file(complete), file(complete).replace('/file', '')]) {
        const { status, bytes } = await bytesOf(path, read);
        assert.equal(status, 403, path);
        assert.deepEqual(leaksIn(bytes.toString('latin1')), []);
      }
      const page = (await bytesOf(shareUrl)).bytes.toString();
      assert.ok(page.includes(bare) && !page.includes(complete));
      assert.equal((await bytesOf(`${shareUrl}/reports/${bare}`)).status, 200);
      assert.equal((await bytesOf(`${shareUrl}/reports/${complete}`)).status, 404);
    });
  }

  it('are not in the event of a report that has them, which a read key may see', async () => {
    const id = await reportOf('xlsx', true);
    const key = world.agency.keys.test.read;
    const path = `/events?type=report.ready&project=${world.launched}&limit=100`;
    const { data } = expectStatus(await api.call('GET', path, { key }), 200).body as { data: ReportEvent[] };
    const event = data.find(({ data: { object } }) => object.id === id)!;
    assert.equal(event.data.object.include_logins, true);
    assert.deepEqual(leaksIn(JSON.stringify(event)), []);
    const single = expectStatus(await api.call('GET', `/events/${event.id}`, { key }), 200).body;
    assert.deepEqual(leaksIn(JSON.stringify(single)), []);
  });

  it('are not on the share page or in the feeds of badges, which need no key', async () => {
    const badge = expectStatus(await api.call('GET', `/projects/${world.launched}/badge`, { key: world.key }), 200);
    const { json_url, html_url } = badge.body.feed;
    for (const url of [shareUrl, json_url, html_url]) {
      const { status, bytes } = await bytesOf(url);
      assert.equal(status, 200, url);
      assert.deepEqual(leaksIn(bytes.toString()), [], url);
    }
  });

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
    assert.deepEqual(Object.keys(reading.lastEmail!).toSorted(), ['hasCode', 'hasLink', 'receivedAt']);
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

interface ReportEvent {
  id: string;
  data: { object: { id: string; include_logins: boolean } };
}
