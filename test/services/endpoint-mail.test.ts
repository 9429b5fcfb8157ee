import assert from 'node:assert/strict';
import { mailEndpointOwner } from '../../src/services/webhooks/mail-endpoint-owner.ts';
import { expectStatus } from '../support/factories.ts';
import { readMails, type ReadMail } from '../support/mail.ts';
import { startTestService, type TestService } from '../support/service.ts';

const SINCE = new Date('2026-01-01T10:00:00Z');
const BREAK = '\r\nBcc: victim@example.com\r\n\r\n';

describe('the mail to the owner of a failing endpoint', () => {
  let api: TestService;
  let key: string;
  let id: string;

  before(async () => {
    api = await startTestService();
  });
  after(() => api.close());
  beforeEach(async () => {
    const agency = await api.newAgency();
    key = agency.keys.live.full;
    const json = { url: 'https://hooks.example.com/in?token=hush#part', description: 'Orders' };
    id = expectStatus(await api.call('POST', '/webhook_endpoints', { key, json }), 201).body.id;
    await set('webhook_endpoint', { failing_since: SINCE });
  });

  /** Sets columns of the endpoint or of its account, past the checks of what sets them otherwise. */
  async function set(table: 'webhook_endpoint' | 'account', values: Record<string, unknown>): Promise<void> {
    const { account_id } = await api.service.db.sql
      .selectFrom('webhook_endpoint')
      .select('account_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await api.service.db.sql
      .updateTable(table)
      .set(values)
      .where('id', '=', table === 'account' ? account_id : id)
      .execute();
  }

  async function sent(): Promise<ReadMail[]> {
    return (await readMails(api.mailFolder)).filter(({ file }) => file.startsWith(id));
  }

  const send = (kind: 'warning' | 'disabled') => mailEndpointOwner(api.service, kind, id, SINCE);

  it('says which endpoint, in which mode, and not the secret of its URL', async () => {
    assert.equal(await send('warning'), null);
    const [{ text }] = (await sent()) as [ReadMail];
    for (const line of [
      'No delivery to this webhook endpoint has succeeded since 2026-01-01T10:00:00Z.',
      `Endpoint:     ${id}`,
      'URL:          https://hooks.example.com/in?…',
      'Description:  Orders',
      'It will be disabled at 2026-01-04T10:00:00Z, or later when 10 different events have failed, unless a delivery succeeds before.',
      `  curl -X POST ${api.service.apiUrl}/webhook_endpoints/${id}/test \\`,
    ]) {
      assert.ok(text.split('\n').includes(line), text);
    }
    assert.match(text, /Account: {6}Test agency \(acc_\w+\), live mode\n/);
    assert.match(text, /\n\$KEY is a key of live mode with full permissions\./);
    assert.doesNotMatch(text, /hush|#part/);
  });

  it('is one line where it quotes names and URLs with line breaks, and has no header of theirs', async () => {
    await set('account', { name: `Agency${BREAK}` });
    await set('webhook_endpoint', { url: `https://hooks.example.com/in${BREAK}`, description: `Orders${BREAK}` });
    await set('webhook_endpoint', { enabled: false, disabled_reason: 'failing' });
    assert.equal(await send('disabled'), null);
    const [{ headers, text }] = (await sent()) as [ReadMail];
    assert.equal(headers.get('subject'), 'Webhook endpoint at hooks.example.com is disabled');
    assert.equal(headers.has('bcc'), false);
    assert.deepEqual(
      text.split('\n').filter((line) => /^Bcc/.test(line)),
      [],
    );
  });

  it('is not sent to an owner whose address is none, and says why', async () => {
    await set('account', { owner_email: `owner@agency.example${BREAK}` });
    assert.equal(await send('warning'), 'the recipient is not a mail address');
    assert.deepEqual(await sent(), []);
  });

  const untrue: ['warning' | 'disabled', string, Record<string, unknown>][] = [
    ['warning', 'works again', { failing_since: null }],
    ['warning', 'fails anew', { failing_since: new Date(SINCE.getTime() + 1) }],
    ['warning', 'is disabled', { enabled: false, disabled_reason: 'requested' }],
    ['warning', 'is deleted', { deleted_at: SINCE }],
    ['disabled', 'is enabled', { enabled: true }],
    ['disabled', 'is disabled by its owner', { enabled: false, disabled_reason: 'requested' }],
    ['disabled', 'is deleted', { enabled: false, disabled_reason: 'failing', deleted_at: SINCE }],
  ];
  for (const [kind, state, values] of untrue) {
    it(`is not sent as ${kind} of an endpoint that ${state}`, async () => {
      await set('webhook_endpoint', values);
      assert.equal(await send(kind), null);
      assert.deepEqual(await sent(), []);
    });
  }
});
