import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDocumentBuilder, type DocumentBuilder } from '../../src/documents/document-builder.ts';
import { eventually } from '../support/eventually.ts';
import { sampleReport } from './support/sample-report.ts';

const MOODY = new URL('./support/moody-program.ts', import.meta.url);
const TRIES = 3;
const SECRET = 'correct-horse';

describe('the builder of documents', () => {
  let folder: string;
  let documents = 0;
  let builder: DocumentBuilder;

  before(async () => (folder = await mkdtemp(join(tmpdir(), 'listing-documents-'))));
  after(() => rm(folder, { recursive: true }));
  beforeEach(() => (builder = createDocumentBuilder({ program: MOODY })));
  afterEach(() => builder.close());

  /** Builds a document; `processes` are those that tried to, in their order. */
  const begin = (name: string) => {
    const file = join(folder, String(++documents));
    const project = { name, url: SECRET, tagline: file, domainRating: null };
    return {
      answer: builder.build('pdf', sampleReport({ project })).then(String),
      processes: async () => (await readFile(file, 'utf8')).trim().split('\n'),
    };
  };
  const build = (name: string) => begin(name).answer;

  it('keeps its process from one document to the next', async () => {
    const [first, second] = await Promise.all([build('answers'), build('answers')]);
    assert.equal(first, second);
  });

  it('tries again in another process what failed', async () => {
    const { answer, processes } = begin('fails at first');
    const [failed, succeeded, ...more] = await answer.then(processes);
    assert.notEqual(failed, succeeded);
    assert.deepEqual([succeeded, more], [await answer, []]);
  });

  // A process of the lowest priority takes seconds to start on a busy machine.
  const failing = { fails: 30_000, ends: 30_000, 'says that it fails': 30_000, 'never answers': 5_000 };
  for (const [name, timeoutMs] of Object.entries(failing)) {
    it(`gives up a document that ${name} after a few tries, without quoting it, and builds the next`, async () => {
      await builder.close();
      builder = createDocumentBuilder({ program: MOODY, timeoutMs });
      const { answer, processes } = begin(name);
      await assert.rejects(answer, (error: Error) => {
        assert.equal(error.name, 'DocumentFault');
        assert.ok(!JSON.stringify([error.message, error.stack]).includes(SECRET), error.stack);
        return true;
      });
      const tried = await processes();
      assert.deepEqual([tried.length, new Set(tried).size], [TRIES, TRIES]);
      assert.match(await build('answers'), /^\d+$/);
    });
  }

  for (const name of ['answers, then fails', 'answers, then ends']) {
    it(`lives on when its process ${name}, and keeps nobody waiting`, async () => {
      const first = await build(name);
      await eventually('the answer of another process', async () => (await build('answers')) !== first);
    });
  }
});
