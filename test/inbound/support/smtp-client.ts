import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A conversation by hand, as no mail program would have it. */
export interface Conversation {
  socket: Socket;
  /** Sends a line and waits for its answer, its last line. */
  say: (line: string) => Promise<string>;
  /** Sends bytes as they are. */
  send: (bytes: string | Buffer) => Promise<void>;
  /** The next answer; an empty text once the server has ended the connection. */
  answer: () => Promise<string>;
  end: () => void;
}

/** Connects, and has greeted when it returns, unless the server sends it away. */
export async function converse(port: number): Promise<Conversation & { greeting: string }> {
  const socket = connect({ host: '127.0.0.1', port });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const answers: string[] = [];
  let ended = false;
  let waiting: (() => void) | undefined;
  let rest = '';
  socket.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\r\n');
    rest = lines.pop()!;
    answers.push(...lines.filter((line) => /^\d{3} /.test(line)));
    waiting?.();
  });
  socket.on('close', () => {
    ended = true;
    waiting?.();
  });
  const conversation: Conversation = {
    socket,
    async say(line) {
      await conversation.send(`${line}\r\n`);
      return conversation.answer();
    },
    // Also called when the connection is gone.
    send: (bytes) => new Promise((resolve) => void socket.write(bytes, () => resolve())),
    async answer() {
      while (answers.length === 0 && !ended) await new Promise<void>((resolve) => (waiting = resolve));
      return answers.shift() ?? '';
    },
    end: () => socket.destroy(),
  };
  const banner = await conversation.answer();
  const greeting = banner.startsWith('220') ? await conversation.say('EHLO sender.example') : banner;
  return { ...conversation, greeting };
}

/** Says what comes before a message to one recipient, up to and with DATA. @returns the answer to DATA */
export async function beginMessage({ say }: Conversation, to: string): Promise<string> {
  await say('MAIL FROM:<no-reply@directory.example>');
  await say(`RCPT TO:<${to}>`);
  return say('DATA');
}

/** Sends one message over a connection of its own. @returns the answer to its end */
export async function sendRaw(port: number, to: string, message: string | Buffer): Promise<string> {
  const conversation = await converse(port);
  const begun = await beginMessage(conversation, to);
  if (!begun.startsWith('354')) return begun;
  await conversation.send(message);
  const answer = await conversation.say('\r\n.');
  conversation.end();
  return answer;
}
