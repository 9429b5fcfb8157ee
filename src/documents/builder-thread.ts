/** The thread that documents are built on; see `createDocumentBuilder`. */
import { parentPort } from 'node:worker_threads';
import { buildDocument } from './build-document.ts';
import { describeFault } from './describe-fault.ts';
import type { BuildAnswer, BuildRequest } from './document-thread.ts';

parentPort!.on('message', ({ format, data }: BuildRequest) => {
  buildDocument(format, data).then(
    (bytes) => answer({ bytes: new Uint8Array(bytes) }),
    (error: unknown) => answer({ failure: describeFault(error) }),
  );
});

function answer(message: BuildAnswer): void {
  parentPort!.postMessage(message, 'bytes' in message ? [message.bytes.buffer] : []);
}
