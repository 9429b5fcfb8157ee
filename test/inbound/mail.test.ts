import assert from 'node:assert/strict';
import { createTransport } from 'nodemailer';
import { anyFreePort } from '../../dev/ports.ts';
import { startMail } from '../../src/main/start-mail.ts';
import type { OpenLogin } from '../../src/services/logins/provide-login.ts';
import { createTestAuthority } from '../outbound/support/test-authority.ts';
import { silent } from '../support/service.ts';
import { startMailWorld, type MailWorld } from './support/mail-world.ts';
import { beginMessage, converse, sendRaw } from './support/smtp-client.ts';

const DAY_MS = 86_400_000;

function message(subject: string, body: string): string {
  return `From: A Directory <no-reply@directory.example>\r\nTo: you\r\nSubject: ${subject}\r\n\r\n${body}\r\n`;
}

describe('mail to a login', () => {
  let world: MailWorld;
  let login: OpenLogin;

  before(async () => {
    world = await startMailWorld();
  });
  beforeEach(async () => {
    login = await world.newLogin();
  });
  after(() => world.close());

  const transport = () => createTransport({ host: '127.0.0.1', port: world.port, secure: false, ignoreTLS: true });
  const wakes = async () => {
    const { rows } = await world.api.service.db.pool.query<{ count: number }>(
      'select count(*)::int as count from outbox where target = $1',
      [`listing/${login.listing_id}`],
    );
    return rows[0]!.count;
  };

  it('is listed with its links and its code, and its listing is told', async () => {
    const before = await wakes();
    const sent = await transport().sendMail({
      from: 'A Directory <no-reply@directory.example>',
      to: login.email.toUpperCase(),
      subject: 'Bitte bestätigen ✔',
      text: 'Ihr Bestätigungscode lautet: 604412\n\nOder: https://directory.example/confirm/abc?x=1&y=2',
      html: '<p>Ihr Code: <b>604412</b> <a href="https://directory.example/confirm/abc?x=1&amp;y=2">Bestätigen</a>',
      attachments: [{ filename: 'logo.png', content: Buffer.alloc(5_000, 1) }],
    });
    assert.match(sent.response, /^250/);
    const [email, ...others] = await world.emails(login);
    assert.deepEqual(others, []);
    const { received_at, ...rest } = email!;
    assert.deepEqual(rest, {
      object: 'email',
      livemode: false,
      listing: login.listing_id,
      from: 'A Directory <no-reply@directory.example>',
      to: login.email,
      subject: 'Bitte bestätigen ✔',
      text: 'Ihr Bestätigungscode lautet: 604412\n\nOder: https://directory.example/confirm/abc?x=1&y=2',
      links: ['https://directory.example/confirm/abc?x=1&y=2'],
      code: '604412',
    });
    assert.ok(Math.abs(Date.parse(received_at) - world.api.clock.now().getTime()) < 60_000);
    assert.equal(await wakes(), before + 1);
    const path = `/projects/${login.project_id}/logins`;
    const { body } = await world.api.call('GET', path, { key: world.key });
    assert.equal(body.data[0].last_email_at, received_at);
  });

  it('may be HTML alone, in any charset, and come from nobody', async () => {
    const html = Buffer.from(
      'MIME-Version: 1.0\r\nContent-Type: text/html; charset=iso-8859-1\r\nContent-Transfer-Encoding: 8bit\r\n\r\n<style>p{color:red}</style><p>V\xe9rifiez : <a href="https://d.example/v/1">ici</a>, code 118402</p>',
      'latin1',
    );
    assert.match(await sendRaw(world.port, login.email, html), /^250/);
    const [email] = await world.emails(login);
    assert.match(email!.text, /Vérifiez/);
    assert.doesNotMatch(email!.text, /color/);
    assert.deepEqual(
      [email!.from, email!.links, email!.code],
      ['no-reply@directory.example', ['https://d.example/v/1'], '118402'],
    );
  });

  it('to several logins is stored for each', async () => {
    const other = await world.newLogin();
    await transport().sendMail({ from: 'a@b.example', to: [login.email, other.email], subject: 'Both', text: 'x' });
    assert.deepEqual(
      (await world.emails(login)).map(({ to }) => to),
      [login.email],
    );
    assert.deepEqual(
      (await world.emails(other)).map(({ to }) => to),
      [other.email],
    );
  });

  it('is stored once when it is sent again within a day, and again after that', async () => {
    const same = message('Again', 'The 250 was lost');
    for (const _ of [1, 2]) assert.match(await sendRaw(world.port, login.email, same), /^250/);
    assert.equal((await world.emails(login)).length, 1);
    const both = [1, 2].map((number) => sendRaw(world.port, login.email, message('At once', String(number % 1))));
    assert.ok((await Promise.all(both)).every((answer) => answer.startsWith('250')));
    assert.equal((await world.emails(login)).length, 2);
    world.api.clock.advance(DAY_MS + 1_000);
    assert.match(await sendRaw(world.port, login.email, same), /^250/);
    assert.equal((await world.emails(login)).length, 3);
  });

  it('is refused for anyone who has no mailbox, and nobody can log in or ask for names', async () => {
    const { say, end, greeting } = await converse(world.port);
    assert.doesNotMatch(greeting, /AUTH|STARTTLS/);
    assert.match(await say('AUTH PLAIN AHgAeQ=='), /^5/);
    assert.match(await say(`VRFY ${login.email}`), /^5/);
    await say('MAIL FROM:<a@b.example>');
    for (const address of [
      'someone@elsewhere.example',
      'nobody@mail.service.example',
      'postmaster',
      `x+${login.email}`,
    ]) {
      assert.match(await say(`RCPT TO:<${address}>`), /^550/, address);
    }
    assert.match(await say('DATA'), /^503/);
    end();
  });

  it('is taken again later when the mailbox had its 200 of a day', async () => {
    await world.api.service.db.pool.query(
      `insert into email (listing_id, digest, size_bytes, sealed_content, has_link, has_code, received_at)
       select $1, decode(md5(n::text), 'hex'), 1, '', false, false, $2 from generate_series(1, 200) n`,
      [login.listing_id, world.api.clock.now()],
    );
    assert.match(await sendRaw(world.port, login.email, message('One more', 'x')), /^452/);
  });

  it('is to be sent again when the database is out', async () => {
    const { say, end } = await converse(world.port);
    await say('MAIL FROM:<a@b.example>');
    await world.api.service.db.pool.query('alter table login rename to login_away');
    try {
      assert.match(await say(`RCPT TO:<${login.email}>`), /^451/);
    } finally {
      await world.api.service.db.pool.query('alter table login_away rename to login');
    }
    assert.match(await say(`RCPT TO:<${login.email}>`), /^250/);
    end();
  });

  it('that breaks off is not stored', async () => {
    const conversation = await converse(world.port);
    await beginMessage(conversation, login.email);
    await conversation.send(message('Half', 'a mess'));
    conversation.end();
    assert.match(await sendRaw(world.port, login.email, message('Whole', 'a message')), /^250/);
    assert.deepEqual(
      (await world.emails(login)).map(({ subject }) => subject),
      ['Whole'],
    );
  });
});

describe('mail to a login over TLS', () => {
  it('is taken after STARTTLS where a certificate is set', async () => {
    const { authority, receiver } = await createTestAuthority();
    const world = await startMailWorld({}, receiver);
    try {
      const login = await world.newLogin();
      const transport = createTransport({
        host: '127.0.0.1',
        port: world.port,
        requireTLS: true,
        tls: { ca: authority.cert, servername: 'receiver.test' },
      });
      await transport.sendMail({ from: 'a@b.example', to: login.email, subject: 'Sealed', text: 'x' });
      assert.deepEqual(
        (await world.emails(login)).map(({ subject }) => subject),
        ['Sealed'],
      );
    } finally {
      await world.close();
    }
  });
});

describe('a door for mail that is told to stop', () => {
  it('takes the message that is coming in, and sends everybody else away with 421', async () => {
    const world = await startMailWorld();
    try {
      const login = await world.newLogin();
      const port = await anyFreePort();
      const inboundMail = { ...world.api.config.inboundMail, port };
      const mail = await startMail({ ...world.api.config, inboundMail }, world.api.service, silent);
      const [sending, idle] = [await converse(port), await converse(port)];
      assert.match(await beginMessage(sending, login.email), /^354/);
      await sending.send('Subject: Last one\r\n\r\nfirst half');
      const closed = mail.close();
      assert.match(await idle.answer(), /^421/);
      await sending.send(' and second half');
      assert.match(await sending.say('\r\n.'), /^250/);
      assert.match(await sending.answer(), /^421/);
      await closed;
      assert.deepEqual(
        (await world.emails(login)).map(({ subject }) => subject),
        ['Last one'],
      );
    } finally {
      await world.close();
    }
  });
});
