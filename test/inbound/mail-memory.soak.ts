import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { anyFreePort } from '../../dev/ports.ts';
import { connectionOf } from '../resilience/worker-process.ts';
import { eventually } from '../support/eventually.ts';
import { hostileMessages } from './support/hostile-messages.ts';
import { startMailWorld, type MailWorld } from './support/mail-world.ts';
import { beginMessage, converse, sendRaw } from './support/smtp-client.ts';

const MIB = 1024 * 1024;

/** Messages that come in, two threads that parse with what each may take, and Node itself. */
const MAX_PEAK_MB = 64 + 2 * 224 + 200;
/** What a host may have open. */
const AT_ONCE = 20;
const ROUNDS = 5;

describe('the memory of the process that takes mail in', () => {
  let world: MailWorld;
  let child: ChildProcess;
  let port: number;
  let to: string;

  before(async () => {
    world = await startMailWorld();
    to = (await world.newLogin()).email;
    port = await anyFreePort();
    child = fork(fileURLToPath(new URL('../../src/main/mail.ts', import.meta.url)), {
      env: {
        ...process.env,
        ...connectionOf(world.api),
        TEMPORAL_ADDRESS: '127.0.0.1:1',
        MAIL_DOMAIN: world.api.config.mailDomain!,
        INBOUND_MAIL_PORT: String(port),
        OPERATIONS_PORT: '0',
        LOG_LEVEL: 'silent',
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    await eventually('the door to open', () => sendRaw(port, to, 'Subject: Open\r\n\r\nx').catch(() => null));
  });
  after(async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
    await world.close();
  });

  it(`stays below ${MAX_PEAK_MB} MB under ${ROUNDS * AT_ONCE} messages of 50 MB and ${ROUNDS} rounds of bombs, ${AT_ONCE} at once`, async () => {
    const idle = await memoryMb('VmRSS');
    const answers = new Map<string, number>();
    const note = (what: string, answer: string) => {
      const said = `${what} ${answer.slice(0, 3)}`;
      answers.set(said, (answers.get(said) ?? 0) + 1);
    };
    for (let round = 0; round < ROUNDS; round++) {
      await Promise.all(Array.from({ length: AT_ONCE }, async () => note('50 MB', await sendTooLarge())));
    }
    const large = await memoryMb('VmHWM');
    const queue = Array.from({ length: ROUNDS }, (_, round) => Object.values(hostileMessages(String(round)))).flat();
    const sendBombs = async (): Promise<void> => {
      for (let next = queue.pop(); next; next = queue.pop()) note('bomb', await sendRaw(port, to, next));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, sendBombs));
    const peak = await memoryMb('VmHWM');
    assert.match(await sendRaw(port, to, 'Subject: Still here\r\n\r\nx'), /^250/);
    const afterwards = await memoryMb('VmRSS');
    console.info(
      `      idle ${idle} MB, peak ${large} MB of large messages, ${peak} MB of all, afterwards ${afterwards} MB`,
    );
    console.info(`      ${JSON.stringify(Object.fromEntries(answers))}`);
    for (const said of answers.keys()) assert.match(said, /^50 MB (552|452)$|^bomb (250|554|452)$/);
    assert.ok(peak < MAX_PEAK_MB, `${peak} MB`);
  });

  async function sendTooLarge(): Promise<string> {
    const conversation = await converse(port);
    await beginMessage(conversation, to);
    const piece = Buffer.from(`${'x'.repeat(998)}\r\n`.repeat(1_049));
    for (let sent = 0; sent < 50 * MIB; sent += piece.length) await conversation.send(piece);
    const answer = await conversation.say('\r\n.');
    conversation.end();
    return answer;
  }

  async function memoryMb(name: 'VmHWM' | 'VmRSS'): Promise<number> {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
    return Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)![1]) / 1_024);
  }
});
