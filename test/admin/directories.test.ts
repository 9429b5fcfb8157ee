import assert from 'node:assert/strict';
import type { CatalogEntry } from '../../src/resources/catalog-entry.ts';
import { endAnnouncements, readAnnouncements } from '../../src/services/catalog/announce-directories.ts';
import { expectStatus } from '../support/factories.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { adminOf, jsonOf, textOf, type RunAdmin } from './support/run-admin.ts';

describe('the operators’ directory commands', () => {
  let api: TestService;
  let admin: RunAdmin;
  let key: string;

  beforeEach(async () => {
    api = await startTestService();
    admin = adminOf(api.config.databaseUrl);
    key = (await api.newAgency()).keys.test.full;
  });
  afterEach(() => api.close());

  const exported = async () => (await jsonOf(admin, 'catalog', 'export')).directories as CatalogEntry[];
  const wakes = async () => {
    const rows = await api.service.db.sql.selectFrom('outbox').select('target').execute();
    return rows.filter(({ target }) => target === 'catalog-changes').length;
  };

  it('list, show, open and close directories by id or slug', async () => {
    const [{ slug }] = (await exported()) as [CatalogEntry];
    const { id, open } = await jsonOf(admin, 'directory', 'show', slug);
    assert.equal(open, true);
    assert.equal((await jsonOf(admin, 'directory', 'show', id)).slug, slug);
    assert.equal(await textOf(admin, 'directory', 'close', id), `The directory ${slug} is closed now.\n`);
    assert.equal(expectStatus(await api.call('GET', `/directories/${id}`, { key }), 200).body.open, false);
    assert.equal((await admin('directory', 'close', slug)).stderr, `The directory ${slug} is closed already.\n`);
    const listed = async (...options: string[]) => {
      const { data } = await jsonOf(admin, 'directory', 'list', '--limit', '1000', ...options);
      return new Set(data.map((directory: CatalogEntry) => directory.slug) as string[]);
    };
    assert.ok((await listed('--closed')).has(slug));
    assert.ok(!(await listed('--open')).has(slug));
    assert.deepEqual(await listed('--q', 'R/SIDEPROJECT'), new Set(['reddit-side-project']));
    assert.equal(await wakes(), 0, 'a directory that closes is of no use to a project');
    const opened = await jsonOf(admin, 'directory', 'open', slug);
    assert.deepEqual([opened.open, typeof opened.announced_since], [true, 'string']);
    assert.equal(await wakes(), 1);
    const { sql } = api.service.db;
    const announcements = await readAnnouncements(sql);
    await textOf(admin, 'directory', 'close', slug);
    assert.equal((await jsonOf(admin, 'directory', 'show', slug)).announced_since, null);
    await textOf(admin, 'directory', 'open', slug);
    await endAnnouncements(sql, announcements);
    assert.equal((await readAnnouncements(sql)).length, 1, 'it has opened once more since the walk began');
    await endAnnouncements(sql, await readAnnouncements(sql));
    assert.deepEqual(await readAnnouncements(sql), []);
    assert.equal((await admin('directory', 'show', 'nowhere')).stderr, 'There is no directory nowhere.\n');
  });

  it('edit a directory as a row of a file would, and nothing of it that is not given', async () => {
    const [before] = (await exported()) as [CatalogEntry];
    const edits = ['--domain-rating', '7', '--categories', 'saas; no_code', '--review-days', '', '--name', 'Other'];
    await textOf(admin, 'directory', 'edit', before.slug, ...edits);
    const after = (await exported()).find(({ slug }) => slug === before.slug);
    const expected = { ...before, domain_rating: 7, categories: ['saas', 'no_code'], review_days: null, name: 'Other' };
    assert.deepEqual(after, expected);
    const refused = await admin('directory', 'edit', before.slug, '--domain-rating', 'high', '--link', 'follow');
    assert.deepEqual(refused, {
      exitCode: 1,
      stdout: '',
      stderr:
        'domain_rating: has the wrong type: it takes an integer\n' +
        'link: has a value that is not allowed here: it takes one of `dofollow`, `nofollow`, `none`\n',
    });
    assert.equal((await admin('directory', 'edit', before.slug)).exitCode, 2);
    assert.equal(await wakes(), 0);
  });
});
