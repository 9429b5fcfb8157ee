import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';

const CONTINUE = 'HTTP/1.1 100';
const HEADERS_END = '\r\n\r\n';
const MAX_LENGTH = 16_384;

/**
 * Makes connections on which nobody sees a `100 Continue`. Some servers send it unasked before their answer, and a client
 * must pass over it (RFC 9110, 15.2); undici ends the connection instead, as though there had been no answer. For answers
 * whose bodies nobody reads: where a piece of a body looks like one, it is lost.
 */
export function passingOverContinue(connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) => {
    connect(options, (...result) => {
      if (result[1]) hideContinue(result[1]);
      callback(...result);
    });
  };
}

function hideContinue(socket: Socket): void {
  const read = socket.read.bind(socket) as () => Buffer | null;
  let begun: Buffer | null = null;
  socket.read = () => {
    const chunk = read();
    if (!chunk) return null;
    let bytes = begun ? Buffer.concat([begun, chunk]) : chunk;
    begun = null;
    while (isContinue(bytes)) {
      const end = bytes.indexOf(HEADERS_END);
      if (end === -1 && bytes.length > MAX_LENGTH) break;
      if (end === -1) {
        begun = bytes;
        return null;
      }
      bytes = bytes.subarray(end + HEADERS_END.length);
    }
    return bytes.length > 0 ? bytes : null;
  };
}

const isContinue = (bytes: Buffer) => bytes.toString('latin1', 0, CONTINUE.length) === CONTINUE;
