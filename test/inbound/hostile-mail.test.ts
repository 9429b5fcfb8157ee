import assert from 'node:assert/strict';
import type { OpenLogin } from '../../src/services/logins/provide-login.ts';
import { eventually } from '../support/eventually.ts';
import { hostileMessages } from './support/hostile-messages.ts';
import { startMailWorld, type MailWorld } from './support/mail-world.ts';
import { beginMessage, converse, sendRaw } from './support/smtp-client.ts';

const MIB = 1024 * 1024;

describe('the door for mail', () => {
  let world: MailWorld;
  let login: OpenLogin;

  before(async () => {
    world = await startMailWorld();
  });
  beforeEach(async () => {
    login = await world.newLogin();
  });
  afterEach('it goes on taking mail', async () => {
    assert.match(await sendRaw(world.port, login.email, 'Subject: Still here\r\n\r\nx'), /^250/);
    assert.equal((await world.emails(login))[0]!.subject, 'Still here');
  });
  after(() => world.close());

  const send = (message: string | Buffer) => sendRaw(world.port, login.email, message);
  const newest = async () => (await world.emails(login))[0]!;

  it('refuses a message of 50 MB that says so before it is sent', async () => {
    const { say, end } = await converse(world.port);
    assert.match(await say(`MAIL FROM:<a@b.example> SIZE=${50 * MIB}`), /^552/);
    end();
  });

  it('refuses a message of 50 MB that does not, in order', async () => {
    const conversation = await converse(world.port);
    await beginMessage(conversation, login.email);
    const piece = Buffer.from(`${'x'.repeat(998)}\r\n`.repeat(1_049));
    for (let sent = 0; sent < 50 * MIB; sent += piece.length) await conversation.send(piece);
    assert.match(await conversation.say('\r\n.'), /^552/);
    assert.deepEqual(await world.emails(login), []);
    conversation.end();
  });

  it('ends a connection that never ends its message', async () => {
    const conversation = await converse(world.port);
    await beginMessage(conversation, login.email);
    const piece = Buffer.alloc(MIB, 'x');
    for (let sent = 0; sent < 200 && !conversation.socket.destroyed; sent++) await conversation.send(piece);
    assert.equal(await conversation.answer(), '');
  });

  it('ends a connection whose command never ends', async () => {
    const { send: write, answer } = await converse(world.port);
    await write(`MAIL FROM:<${'a'.repeat(100_000)}`);
    assert.match(await answer(), /^(421|5)/);
  });

  it('takes a message of one endless line', async () => {
    assert.match(await send(`Subject: Long\r\n\r\n${'x'.repeat(9 * MIB)}`), /^250/);
    assert.equal((await newest()).text.length, 50_000);
  });

  it('ends a connection that tries 10,000 recipients', async () => {
    const { say, send: write, answer } = await converse(world.port);
    await say('MAIL FROM:<a@b.example>');
    await write(Array.from({ length: 10_000 }, (_, n) => `RCPT TO:<guess${n}@mail.service.example>\r\n`).join(''));
    const answers: string[] = [];
    for (let one = await answer(); one !== ''; one = await answer()) answers.push(one);
    assert.deepEqual([answers.length, answers.at(-1)!.slice(0, 3)], [11, '421']);
  });

  it('ends a connection that names one recipient 10,000 times', async () => {
    const { say, send: write, answer } = await converse(world.port);
    await say('MAIL FROM:<a@b.example>');
    await write(`RCPT TO:<${login.email}>\r\n`.repeat(10_000));
    const answers: string[] = [];
    for (let one = await answer(); one !== ''; one = await answer()) answers.push(one);
    assert.deepEqual([answers.length, answers.at(-1)!.slice(0, 3)], [201, '421']);
  });

  it('takes 20 connections of a host and no more', async () => {
    const open = await Promise.all(Array.from({ length: 20 }, () => converse(world.port)));
    const over = await converse(world.port);
    assert.match(over.greeting, /^421/);
    for (const { greeting } of open) assert.match(greeting, /^250/);
    for (const { end } of [...open, over]) end();
    await eventually('a free place', async () => {
      const { greeting, end } = await converse(world.port);
      end();
      return greeting.startsWith('250');
    });
  });

  for (const [name, message] of Object.entries({
    'parts within parts, 5,000 deep': nested(5_000),
    'a megabyte of headers': `${'X-Long: yes\r\n'.repeat(100_000)}\r\nx`,
    'a header of a megabyte': `Subject: ${'x'.repeat(MIB)}\r\n\r\nx`,
  })) {
    it(`refuses for good ${name}`, async () => {
      assert.match(await send(message), /^554/);
      assert.deepEqual(await world.emails(login), []);
    });
  }

  for (const [name, message] of Object.entries(hostileMessages())) {
    it(`is through in time with ${name}`, async () => {
      const startedAt = performance.now();
      assert.match(await send(message), /^(250|554)/);
      assert.ok(performance.now() - startedAt < 14_000);
    });
  }

  it('keeps line breaks out of what a header says', async () => {
    const injected = Buffer.from('Hi\r\nBcc: evil@x.example\r\n\r\nbody\0').toString('base64');
    const head = `From: =?utf-8?B?${injected}?= <a@b.example>\r\nSubject: =?utf-8?B?${injected}?=\r\n`;
    assert.match(await send(`${head}\r\nThe body`), /^250/);
    const { from, subject, to, text } = await newest();
    assert.deepEqual([subject, to, text], ['Hi Bcc: evil@x.example body', login.email, 'The body']);
    assert.doesNotMatch(from, /[\r\n\0]/);
  });

  it('takes what looks like the end of a message for its text', async () => {
    const smuggled = `Subject: One\r\n\r\nfirst\n.\nMAIL FROM:<x@y.example>\nRCPT TO:<${login.email}>\nDATA\nSubject: Two\n\nsecond`;
    assert.match(await send(smuggled), /^250/);
    assert.match(await send(smuggled.replaceAll('\n.\n', '\r.\r').replace('One', 'Three')), /^250/);
    assert.deepEqual(
      (await world.emails(login)).map(({ subject }) => subject),
      ['Three', 'One'],
    );
  });

  it('makes readable text of NULs, lone surrogates, broken charsets and right-to-left overrides', async () => {
    const head = 'Content-Type: text/plain; charset=';
    const bodies = [
      Buffer.from(`${head}utf-8\r\nSubject: a\0b\r\n\r\ncode:\0 482913 \u202eevil\u0007`),
      Buffer.concat([Buffer.from(`${head}utf-8\r\n\r\n`), Buffer.from([0xff, 0xfe, 0xed, 0xa0, 0x80, 0xc3])]),
      Buffer.from(`${head}no-such-charset\r\n\r\nplain`),
      Buffer.from(`${head}utf-16\r\n\r\n\xd8\x00\xd8`, 'latin1'),
      Buffer.from(`${head}"${'x'.repeat(5_000)}"\r\n\r\nplain`),
    ];
    for (const body of bodies) assert.match(await send(body), /^250/);
    const emails = await world.emails(login);
    assert.equal(emails.length, bodies.length);
    for (const { text, subject } of emails) {
      assert.doesNotMatch(text + subject, /[\0-\x08\x7f\u202e]/);
      assert.ok(text.isWellFormed());
    }
    assert.equal(emails.at(-1)!.code, '482913');
  });
});

function nested(depth: number): string {
  let message = '';
  for (let at = 0; at < depth; at++) message += `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`;
  return message;
}
