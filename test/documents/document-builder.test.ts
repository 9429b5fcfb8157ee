import assert from 'node:assert/strict';
import type { Worker } from 'node:worker_threads';
import { createDocumentBuilder, type DocumentBuilder } from '../../src/documents/document-builder.ts';
import { eventually } from '../support/eventually.ts';
import { sampleReport } from './support/sample-report.ts';

const MOODY = new URL('./support/moody-thread.ts', import.meta.url);
const TRIES = 3;
const SECRET = 'correct-horse';

describe('the builder of documents', () => {
  /** The ends of the threads that were started. */
  const threads: Promise<unknown>[] = [];
  const keepThread = (thread: Worker) => threads.push(new Promise((resolve) => thread.once('exit', resolve)));
  let builder: DocumentBuilder;
  let tries: Uint8Array;

  const build = async (name: string) => {
    tries = new Uint8Array(new SharedArrayBuffer(1));
    const project = { name, url: SECRET, tagline: null, domainRating: null };
    const agency = { ...sampleReport().agency, logo: { png: tries, width: 1, height: 1 } };
    return (await builder.build('pdf', sampleReport({ project, agency }))).toString();
  };

  before(() => process.on('worker', keepThread));
  after(() => process.off('worker', keepThread));
  beforeEach(() => {
    threads.length = 0;
    builder = createDocumentBuilder({ program: MOODY });
  });
  afterEach(() => builder.close());

  it('keeps its thread from one document to the next', async () => {
    const [first, second] = await Promise.all([build('answers'), build('answers')]);
    assert.equal(first, second);
    assert.equal(threads.length, 1);
  });

  it('tries again on another thread what failed', async () => {
    await build('fails at first');
    assert.deepEqual([tries[0], threads.length], [2, 2]);
  });

  for (const name of ['fails', 'ends', 'says that it fails', 'never answers']) {
    it(`gives up a document that ${name} after a few tries, without quoting it, and builds the next`, async () => {
      builder = createDocumentBuilder({ program: MOODY, timeoutMs: 2_000 });
      await assert.rejects(build(name), (error: Error) => {
        assert.equal(error.name, 'DocumentFault');
        assert.ok(!JSON.stringify([error.message, error.stack]).includes(SECRET), error.stack);
        return true;
      });
      assert.deepEqual([tries[0], threads.length], [TRIES, TRIES]);
      await build('answers');
    });
  }

  for (const name of ['answers, then fails', 'answers, then ends']) {
    it(`lives on when its thread ${name}, and keeps nobody waiting`, async () => {
      const first = await build(name);
      await eventually('the answer of another thread', async () => (await build('answers')) !== first);
      assert.equal(tries[0], 1);
    });
  }
});
