/** What the process runs that builds documents; see `createDocumentBuilder`. */
import { buildDocument } from './build-document.ts';
import { describeFault } from './describe-fault.ts';
import type { BuildAnswer, BuildRequest } from './document-process.ts';

process.on('message', ({ format, data }: BuildRequest) => {
  buildDocument(format, data).then(
    (bytes) => answer({ bytes }),
    (error: unknown) => answer({ failure: describeFault(error) }),
  );
});
process.on('disconnect', () => process.exit());
process.on('uncaughtException', (error) => answer({ failure: describeFault(error) }, () => process.exit(1)));

function answer(message: BuildAnswer, then: () => void = () => undefined): void {
  process.send!(message, then);
}
