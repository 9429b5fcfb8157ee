/** Does as the document's name says, instead of building it, and adds a line to the file that its tagline names. */
import { appendFileSync, readFileSync } from 'node:fs';
import type { BuildAnswer, BuildRequest } from '../../../src/documents/document-process.ts';

const answer = (message: BuildAnswer) => process.send!(message);
const answerProcess = () => answer({ bytes: Buffer.from(String(process.pid)) });

process.on('message', ({ data: { project } }: BuildRequest) => {
  appendFileSync(project.tagline!, `${process.pid}\n`);
  const isFirst = readFileSync(project.tagline!, 'utf8').split('\n').length === 2;
  const fail = () => {
    throw new RangeError(project.url);
  };
  switch (project.name) {
    case 'answers':
      return answerProcess();
    case 'fails at first':
      return isFirst ? fail() : answerProcess();
    case 'fails':
      return fail();
    case 'ends':
      return process.exit(3);
    case 'says that it fails':
      return answer({ failure: 'RangeError' });
    case 'answers, then fails':
      answerProcess();
      setTimeout(fail, 1);
      return;
    case 'answers, then ends':
      answerProcess();
      setTimeout(() => process.exit(3), 1);
  }
});
process.on('disconnect', () => process.exit());
