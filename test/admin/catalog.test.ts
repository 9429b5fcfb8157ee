import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { ACCEPTS, CATEGORIES, PRICING_MODELS, REQUIREMENTS } from '../../src/domain/eligibility.ts';
import { SIMULATED_OUTCOMES } from '../../src/domain/simulation.ts';
import type { CatalogEntry } from '../../src/resources/catalog-entry.ts';
import { LINKS } from '../../src/resources/directory.ts';
import { expectStatus } from '../support/factories.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { adminOf, jsonOf, textOf, type RunAdmin } from './support/run-admin.ts';

const NEW: CatalogEntry = {
  slug: 'new-one',
  name: 'New, "quoted" one',
  url: 'https://new-one.example/submit?a=1,2',
  domain_rating: 41,
  description: 'A directory; it has a semicolon, a comma and a "quote".',
  accepts: 'any',
  categories: ['saas', 'ai_tools'],
  pricing_models: [],
  requirements: ['badge'],
  link: 'dofollow',
  review_days: null,
  open: true,
  simulated_outcome: 'live',
};
const HEADINGS = Object.keys(NEW).join(',');
const NOTHING = { added: [], changed: [], closed: [], reopened: [] };

describe('the operators’ catalog commands', () => {
  let api: TestService;
  let admin: RunAdmin;
  let folder: string;
  let key: string;

  beforeEach(async () => {
    api = await startTestService();
    admin = adminOf(api.config.databaseUrl);
    folder = await mkdtemp(join(tmpdir(), 'catalog-'));
    key = (await api.newAgency()).keys.test.full;
  });
  afterEach(async () => {
    await api.close();
    await rm(folder, { recursive: true });
  });

  const write = async (name: string, content: string | object) => {
    const path = join(folder, name);
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  };
  const exported = async () => (await jsonOf(admin, 'catalog', 'export')).directories as CatalogEntry[];
  const everything = () =>
    Promise.all([
      api.service.db.sql.selectFrom('directory').selectAll().orderBy('id').execute(),
      api.service.db.sql.selectFrom('outbox').selectAll().execute(),
    ]);
  const wakes = async () => {
    const rows = await api.service.db.sql.selectFrom('outbox').select('target').execute();
    return rows.filter(({ target }) => target === 'catalog-changes').length;
  };

  it('add, change, close and reopen the directories of a file, after a dry run that says so and changes nothing', async () => {
    const [first, second, third, fourth] = (await exported()) as [
      CatalogEntry,
      CatalogEntry,
      CatalogEntry,
      CatalogEntry,
    ];
    await textOf(admin, 'directory', 'close', second.slug);
    const file = await write('catalog.json', {
      note: 'ours',
      directories: [
        NEW,
        { ...first, name: 'Renamed', review_days: 99 },
        { ...second, open: true },
        { ...third, open: false, domain_rating: 1 },
        fourth,
      ],
    });
    const said = {
      object: 'catalog_difference',
      added: [NEW.slug],
      changed: [
        { slug: first.slug, fields: ['name', 'review_days'] },
        { slug: third.slug, fields: ['domain_rating'] },
      ],
      closed: [third.slug],
      reopened: [second.slug],
      unchanged: 1,
    };
    const before = await everything();
    assert.deepEqual(await jsonOf(admin, 'catalog', 'import', file, '--dry-run'), { ...said, dry_run: true });
    assert.match(await textOf(admin, 'catalog', 'import', file, '--dry-run'), /^A dry run: nothing has changed/);
    assert.deepEqual(await everything(), before);
    assert.deepEqual(await jsonOf(admin, 'catalog', 'import', file), { ...said, dry_run: false });
    assert.equal(await wakes(), 1);

    const after = await exported();
    assert.equal(after.length, before[0].length + 1);
    assert.deepEqual(
      after.find(({ slug }) => slug === NEW.slug),
      NEW,
    );
    const again = await jsonOf(admin, 'catalog', 'import', file);
    assert.deepEqual(again, { object: 'catalog_difference', dry_run: false, ...NOTHING, unchanged: 5 });
    const { id } = await jsonOf(admin, 'directory', 'show', NEW.slug);
    const shown = expectStatus(await api.call('GET', `/directories/${id}`, { key }), 200).body;
    assert.deepEqual([shown.name, shown.review_days, shown.categories], [NEW.name, null, NEW.categories]);
  });

  it('take from an export, as JSON or CSV, what they wrote to it', async () => {
    const word = fc.stringMatching(/^[a-z0-9]{1,12}$/);
    const line = (maxLength: number) =>
      fc
        .string({ unit: fc.oneof(fc.constantFrom('"', ',', ';', ' '), fc.string({ unit: 'grapheme', minLength: 1 })) })
        .map((text) =>
          Array.from(text.replaceAll(/[\p{Cc}\p{Cs}]/gu, ''))
            .slice(0, maxLength)
            .join(''),
        )
        .filter((text) => text !== '');
    const entry = fc.record<CatalogEntry>(
      {
        slug: fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join('-')),
        name: line(100),
        url: fc.webUrl({ withQueryParameters: true }),
        domain_rating: fc.integer({ min: 0, max: 100 }),
        description: line(200),
        accepts: fc.constantFrom(...ACCEPTS),
        categories: fc.subarray([...CATEGORIES]),
        pricing_models: fc.subarray([...PRICING_MODELS]),
        requirements: fc.subarray([...REQUIREMENTS]),
        link: fc.constantFrom(...LINKS),
        review_days: fc.option(fc.integer({ min: 0, max: 1_000 })),
        open: fc.boolean(),
        simulated_outcome: fc.constantFrom(...SIMULATED_OUTCOMES),
      },
      { noNullPrototype: true },
    );
    const catalogs = fc.uniqueArray(entry, { minLength: 30, maxLength: 60, selector: ({ slug }) => slug });
    await fc.assert(
      fc.asyncProperty(catalogs, async (directories) => {
        await jsonOf(admin, 'catalog', 'import', await write('in.json', { directories }));
        for (const format of ['json', 'csv']) {
          const text = await textOf(admin, 'catalog', 'export', '--format', format);
          const said = await jsonOf(admin, 'catalog', 'import', await write(`out.${format}`, text));
          const { length } = await exported();
          assert.deepEqual(said, { object: 'catalog_difference', dry_run: false, ...NOTHING, unchanged: length });
        }
        const present = new Map((await exported()).map((directory) => [directory.slug, directory]));
        for (const directory of directories) assert.deepEqual(present.get(directory.slug), directory);
      }),
      { numRuns: 2, endOnFailure: true },
    );
  });

  it('refuse a file with bad rows, with an error for each, and change nothing', async () => {
    const json = await write('bad.json', {
      directories: [
        NEW,
        { ...NEW, slug: 'Bad Slug', domain_rating: 101, accepts: 'all' },
        { ...NEW, slug: 'fine' },
        { ...NEW, slug: 'no-url', url: 'ftp://x.example', extra: 1, categories: ['saas', 'saas'] },
        { ...NEW, name: undefined },
        5,
      ],
    });
    const cells = (slug: string, rating: string, lists: string, open: string) =>
      `${slug},Name,https://x.example,${rating},"Some, text",any,${lists},,,none,,${open},live`;
    const csv = await write(
      'bad.csv',
      [
        HEADINGS,
        cells('one', '10', 'saas; ai_tools', 'TRUE'),
        cells('two', 'high', 'saas,', 'yes').replace(',,,', ',,'),
        '',
      ].join('\r\n'),
    );
    const before = await everything();
    const refusals = async (file: string) => {
      const { exitCode, stdout, stderr } = await admin('catalog', 'import', file);
      assert.deepEqual([exitCode, stdout], [1, '']);
      return stderr.trimEnd().split('\n');
    };
    assert.deepEqual(await refusals(json), [
      `The catalog ${json} cannot be taken, and nothing has changed:`,
      'row 2, slug: has the wrong format: it takes lower case letters and digits, in words joined by hyphens',
      'row 2, domain_rating: is too large: it takes at most 100',
      'row 2, accepts: has a value that is not allowed here: it takes one of `any`, `b2b`, `ai`, `directory`',
      'row 4, extra: is not a field of a directory',
      'row 4, url: has the wrong format: it takes an http or https URL without a user name',
      'row 4, categories: holds a value twice: it takes each value once',
      'row 5, name: is required',
      'row 5, slug: is that of row 1',
      'row 6, body: has the wrong type: it takes an object',
    ]);
    assert.deepEqual(await refusals(csv), [
      `The catalog ${csv} cannot be taken, and nothing has changed:`,
      'row 3, domain_rating: has the wrong type: it takes an integer',
      'row 3, open: has the wrong type: it takes true or false',
    ]);
    assert.deepEqual(await everything(), before);
  });

  it('refuse what is no catalog with one sentence', async () => {
    const cases: [string, string | object, RegExp][] = [
      ['a.json', '{', /is neither JSON nor named \.csv/],
      ['b.json', [], /must have a list `directories`/],
      ['c.json', { directories: [] }, /holds no directories/],
      ['d.csv', 'slug,name,slug,odd\n', /no column url, .*slug, odd\.$/],
      ['e.csv', `${HEADINGS}\na,b\n`, /row 2 has 2 cells of 13/],
      ['f.csv', `${HEADINGS}\n"a\n`, /row 2 is not CSV/],
      ['g.csv', `${HEADINGS}\n`, /holds no directories/],
    ];
    for (const [name, content, sentence] of cases) {
      const { exitCode, stderr } = await admin('catalog', 'import', await write(name, content));
      assert.equal(exitCode, 1);
      assert.match(stderr.trimEnd(), sentence);
      assert.equal(stderr.split('\n').length, 2, stderr);
    }
    assert.match((await admin('catalog', 'import', join(folder, 'absent.json'))).stderr, /can be read here/);
  });
});
