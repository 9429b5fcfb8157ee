/** The thread that documents are built on; see `createDocumentBuilder`. */
import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { buildDocument } from './build-document.ts';
import { describeFault } from './describe-fault.ts';
import type { BuildAnswer, BuildRequest } from './document-thread.ts';

// Whoever serves requests goes first. Elsewhere this would be said of the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);

parentPort!.on('message', ({ format, data }: BuildRequest) => {
  buildDocument(format, data).then(
    (bytes) => answer({ bytes: new Uint8Array(bytes) }),
    (error: unknown) => answer({ failure: describeFault(error) }),
  );
});

function answer(message: BuildAnswer): void {
  parentPort!.postMessage(message, 'bytes' in message ? [message.bytes.buffer] : []);
}
