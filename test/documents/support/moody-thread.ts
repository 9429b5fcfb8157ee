/** A thread that does as the document's name says, instead of building it, and counts the tries in its logo's first byte. */
import { parentPort, threadId } from 'node:worker_threads';
import type { BuildAnswer, BuildRequest } from '../../../src/documents/document-thread.ts';

const answer = (message: BuildAnswer) => parentPort!.postMessage(message);
const answerThread = () => answer({ bytes: new Uint8Array(Buffer.from(String(threadId))) });

parentPort!.on('message', ({ data: { project, agency } }: BuildRequest) => {
  const tries = Atomics.add(agency.logo!.png, 0, 1) + 1;
  const fail = () => {
    throw new RangeError(project.url);
  };
  switch (project.name) {
    case 'answers':
      return answerThread();
    case 'fails at first':
      return tries === 1 ? fail() : answerThread();
    case 'fails':
      return fail();
    case 'ends':
      return process.exit(3);
    case 'says that it fails':
      return answer({ failure: 'RangeError' });
    case 'answers, then fails':
      answerThread();
      setTimeout(fail, 1);
      return;
    case 'answers, then ends':
      answerThread();
      setTimeout(() => process.exit(3), 1);
  }
});
