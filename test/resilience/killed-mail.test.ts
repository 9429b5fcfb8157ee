import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { anyFreePort } from '../../dev/ports.ts';
import { workflowIds } from '../../src/domain/workflow-ids.ts';
import type { OpenLogin } from '../../src/services/logins/provide-login.ts';
import { startMailWorld, type MailWorld } from '../inbound/support/mail-world.ts';
import { converse } from '../inbound/support/smtp-client.ts';
import { connectionOf, ended, type CrashPoint } from './worker-process.ts';

const MESSAGE = 'From: Dir <no-reply@directory.example>\r\nSubject: Confirm\r\n\r\nYour code: 482913';

/** Of a message to two logins, which is stored for one after the other. */
const POINTS: (CrashPoint & { stored: number })[] = [
  { at: 1, when: 'before', stored: 0 },
  { at: 1, when: 'after', stored: 1 },
  { at: 2, when: 'after', stored: 2 },
];

describe('kill -9 of the process that takes mail in', () => {
  let world: MailWorld;

  before(async () => {
    world = await startMailWorld();
  });
  after(() => world.close());

  for (const { at, when, stored } of POINTS) {
    it(`${when} commit ${at} of a mail says no 250, and the mail that is sent again is stored once for each`, async () => {
      const logins = [await world.newLogin(), await world.newLogin()];
      const { port, child } = await startCrashing({ at, when });
      assert.doesNotMatch(await send(port, logins), /^2/);
      assert.equal(await ended(child), 'SIGKILL');
      assert.deepEqual(
        await Promise.all(logins.map(count)),
        [1, 2].map((recipient) => (stored >= recipient ? 1 : 0)),
      );
      for (let tries = 0; tries < 2; tries++) assert.match(await send(world.port, logins), /^250/);
      assert.deepEqual(await Promise.all(logins.map(count)), [1, 1]);
      for (const login of logins) assert.ok(await isTold(login), 'its workflow is told');
    });
  }

  async function startCrashing({ at, when }: CrashPoint) {
    const port = await anyFreePort();
    const child = fork(fileURLToPath(new URL('./crashing-mail.ts', import.meta.url)), {
      env: {
        ...process.env,
        ...connectionOf(world.api),
        TEMPORAL_ADDRESS: '127.0.0.1:1',
        MAIL_DOMAIN: world.api.config.mailDomain!,
        INBOUND_MAIL_PORT: String(port),
        OPERATIONS_PORT: '0',
        LOG_LEVEL: 'silent',
        CRASH_AT: String(at),
        CRASH_WHEN: when,
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    await once(child, 'message');
    return { port, child };
  }

  /** Sends the message to both. @returns the answer to its end, empty where none came */
  async function send(port: number, logins: OpenLogin[]): Promise<string> {
    const { say, send: write, end } = await converse(port);
    await say('MAIL FROM:<no-reply@directory.example>');
    for (const { email } of logins) assert.match(await say(`RCPT TO:<${email}>`), /^250/);
    assert.match(await say('DATA'), /^354/);
    await write(MESSAGE);
    const answer = await say('\r\n.');
    end();
    return answer;
  }

  const count = async (login: OpenLogin) => (await world.emails(login)).length;

  const isTold = async ({ listing_id }: OpenLogin) => {
    const { rowCount } = await world.api.service.db.pool.query(
      "select 1 from outbox where kind = 'wake' and target = $1",
      [workflowIds.listing(listing_id)],
    );
    return rowCount! > 0;
  };
});
