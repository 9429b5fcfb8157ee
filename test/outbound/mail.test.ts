import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CertificateAuthority, ServerCertificate } from '../../dev/certificates.ts';
import type { Environment } from '../../src/config.ts';
import { readMailConfig } from '../../src/mail-config.ts';
import { createMailer } from '../../src/outbound/mail/create-mailer.ts';
import { MailRefused, type Mail, type Mailer } from '../../src/outbound/mail/mailer.ts';
import { createSmtpMailer } from '../../src/outbound/mail/smtp-mailer.ts';
import { readMails } from '../support/mail.ts';
import { SMTP_LOGIN, startSmtpServer, type SmtpRefusals, type TestSmtpServer } from '../support/smtp-server.ts';
import { listenOnLoopback } from './support/servers.ts';
import { createTestAuthority, validFor } from './support/test-authority.ts';

const LOGIN = `${encodeURIComponent(SMTP_LOGIN.user)}:${encodeURIComponent(SMTP_LOGIN.pass)}`;
const FROM = 'Listings <listings@service.example>';
const SENDER = { name: 'Listings', address: 'listings@service.example' };

function mail(change: Partial<Mail> = {}): Mail {
  return {
    id: 'we_1.warning.20260101',
    to: 'owner@agency.example',
    subject: 'Endpoint fails',
    text: 'It is down.\n',
    date: new Date('2026-01-01T00:00:00Z'),
    ...change,
  };
}

describe('mail by SMTP', () => {
  let authority: CertificateAuthority;
  let certificate: ServerCertificate;
  let server: TestSmtpServer;

  before(async () => {
    ({ authority, receiver: certificate } = await createTestAuthority());
  });
  afterEach(() => server.close());

  /** As the settings have it. */
  const mailerOf = (settings: Environment, ca = [authority.cert]): Mailer =>
    createMailer(readMailConfig({ MAIL_FROM: FROM, ...settings }), ca)!;

  const overTls = () => mailerOf({ SMTP_URL: `smtps://${LOGIN}@127.0.0.1:${server.port}` });

  /** No setting leads to STARTTLS on this machine. */
  const byStarttls = () =>
    createSmtpMailer({ host: '127.0.0.1', port: server.port, tls: 'starttls', login: SMTP_LOGIN }, SENDER, [
      authority.cert,
    ]);

  const startTls = async (secure = true) => {
    server = await startSmtpServer({ certificate, secure });
  };

  it('arrives as it was written, after a login over TLS', async () => {
    await startTls();
    const text = `Zeile mit Umlauten: äöü\n.\nQUIT\n${'long '.repeat(300)}\n`;
    await overTls().send(mail({ text, subject: 'Grüße' }));
    const [{ headers, ...taken }] = server.taken as [TestSmtpServer['taken'][0]];
    assert.deepEqual(taken, {
      from: SENDER.address,
      to: ['owner@agency.example'],
      isEncrypted: true,
      user: SMTP_LOGIN.user,
      text,
    });
    assert.equal(headers.get('from'), FROM);
    assert.equal(headers.get('to'), 'owner@agency.example');
    assert.equal(headers.get('message-id'), '<we_1.warning.20260101@service.example>');
    assert.equal(headers.get('auto-submitted'), 'auto-generated');
    assert.equal(Date.parse(headers.get('date')!), Date.parse('2026-01-01T00:00:00Z'));
    assert.match(headers.get('subject')!, /^=\?UTF-8\?/);
  });

  it('logs in by STARTTLS only after the upgrade, and says nothing to a server without it', async () => {
    await startTls(false);
    await byStarttls().send(mail());
    assert.deepEqual([server.taken[0]!.isEncrypted, server.taken[0]!.user], [true, SMTP_LOGIN.user]);
    await server.close();

    server = await startSmtpServer(null);
    await assert.rejects(byStarttls().send(mail()), /STARTTLS/);
    assert.equal(server.taken.length, 0);
  });

  it('goes without TLS to a server of this machine', async () => {
    server = await startSmtpServer(null);
    await mailerOf({ SMTP_URL: `smtp://localhost:${server.port}` }).send(mail());
    assert.equal(server.taken[0]!.isEncrypted, false);
  });

  for (const secure of [true, false]) {
    const send = () => (secure ? overTls() : byStarttls()).send(mail());
    const how = secure ? 'TLS' : 'STARTTLS';
    for (const [what, names, from, to] of [
      ['for another name', ['other.test'], -1, 1],
      ['that has expired', ['127.0.0.1'], -3, -1],
    ] as const) {
      it(`is not sent by ${how} to a server with a certificate ${what}`, async () => {
        certificate = await authority.issue(names, validFor(from, to));
        await startTls(secure);
        await assert.rejects(send(), (error) => !(error instanceof MailRefused));
        assert.equal(server.taken.length, 0);
      });
    }

    it(`is not sent by ${how} to a server whose certificate nobody vouches for`, async () => {
      certificate = (await createTestAuthority()).receiver;
      await startTls(secure);
      await assert.rejects(send(), /certificate|issuer/);
      assert.equal(server.taken.length, 0);
    });
  }

  const outcomes: [SmtpRefusals, 'is refused for good' | 'may be taken later'][] = [
    [{ recipient: 550 }, 'is refused for good'],
    [{ message: 554 }, 'is refused for good'],
    [{ recipient: 450 }, 'may be taken later'],
    [{ message: 452 }, 'may be taken later'],
    [{ sender: 550 }, 'may be taken later'],
    [{ login: 535 }, 'may be taken later'],
  ];
  for (const [refusals, outcome] of outcomes) {
    it(`${outcome} when the server answers ${JSON.stringify(refusals)}, and no password shows`, async () => {
      ({ receiver: certificate, authority } = await createTestAuthority());
      await startTls();
      server.refuse(refusals);
      await assert.rejects(overTls().send(mail()), (error: Error) => {
        assert.equal(error instanceof MailRefused, outcome === 'is refused for good');
        assert.match(error.message, new RegExp(`${Object.values(refusals)[0]}`));
        assert.ok(!JSON.stringify([error.message, error.stack, error]).includes(SMTP_LOGIN.pass));
        return true;
      });
      assert.equal(server.taken.length, 0);
    });
  }

  it('is given up when the server says nothing, before or after its greeting', async () => {
    server = await startSmtpServer(null);
    for (const greeting of ['', '220 here\r\n']) {
      const mute = await listenOnLoopback(createServer((socket) => socket.write(greeting)));
      const settings = { host: '127.0.0.1', port: mute.port, tls: 'none', login: null } as const;
      const hasty = createSmtpMailer(settings, SENDER, [], { connectMs: 150, silenceMs: 150 });
      await assert.rejects(hasty.send(mail()), /[Tt]imeout|greeting/i);
      await mute.close();
    }
  });

  const injections: [string, Partial<Mail>][] = [
    ['a subject', { subject: 'Hello\r\nBcc: victim@example.com\r\n\r\nBody' }],
    ['a text', { text: 'Hello\r\n.\r\nMAIL FROM:<a@example.com>\r\n' }],
  ];
  for (const [what, change] of injections) {
    it(`has no header and no recipient from ${what} with line breaks`, async () => {
      server = await startSmtpServer(null);
      await mailerOf({ SMTP_URL: `smtp://127.0.0.1:${server.port}` }).send(mail(change));
      const [taken, ...more] = server.taken;
      assert.deepEqual([taken!.to, more], [['owner@agency.example'], []]);
      assert.deepEqual([...taken!.headers.keys()].toSorted(), HEADERS);
    });
  }

  for (const to of [
    'owner@agency.example\r\nBcc: victim@example.com',
    'owner@agency.example>\r\nRCPT TO:<victim@example.com',
    'owner@agency.example, victim@example.com',
    '"victim@example.com" <owner@agency.example>',
    'owner',
    '',
  ]) {
    it(`is refused to ${JSON.stringify(to)}, which is not one address`, async () => {
      server = await startSmtpServer(null);
      const mailer = mailerOf({ SMTP_URL: `smtp://127.0.0.1:${server.port}` });
      await assert.rejects(mailer.send(mail({ to })), MailRefused);
      assert.equal(server.taken.length, 0);
    });
  }
});

const HEADERS = [
  'auto-submitted',
  'content-transfer-encoding',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'subject',
  'to',
];

describe('mail into a folder', () => {
  it('is a file that only its owner reads, and a repeat is the same file', async () => {
    const folder = join(await mkdtemp(join(tmpdir(), 'listing-mail-')), 'of', 'its', 'own');
    const mailer = createMailer(readMailConfig({ MAIL_DIR: folder }), [])!;
    await mailer.send(mail({ text: 'First\n' }));
    await mailer.send(mail({ text: 'Second\n' }));
    const [read, ...more] = await readMails(folder);
    assert.deepEqual(more, []);
    assert.equal(read!.text, 'Second\n');
    assert.deepEqual([...read!.headers.keys()].toSorted(), HEADERS);
    assert.deepEqual(await readdir(folder), ['we_1.warning.20260101.eml']);
    assert.equal((await stat(join(folder, read!.file))).mode & 0o777, 0o600);
    await rm(folder, { recursive: true });
  });
});
