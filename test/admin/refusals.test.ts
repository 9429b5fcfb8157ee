import assert from 'node:assert/strict';
import { createTestDatabase } from '../support/postgres.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { adminOf, type Outcome } from './support/run-admin.ts';

const UNKNOWN_ACCOUNT = `acc_${'0'.repeat(22)}`;
const UNKNOWN_PROJECT = `prj_${'0'.repeat(22)}`;
const UNKNOWN_LISTING = `lst_${'0'.repeat(22)}`;
const UNKNOWN_DIRECTORY = `dir_${'0'.repeat(22)}`;
const UNKNOWN_KEY = `key_${'0'.repeat(22)}`;
const CREATE = ['account', 'create'];
const PROCESSES_AT_ONCE = 2;

interface Case {
  args: string[];
  says: RegExp;
}

describe('the operators’ command', () => {
  let api: TestService;
  let accountId: string;

  before(async () => {
    api = await startTestService();
    ({ accountId } = await api.newAgency());
  });
  after(() => api.close());

  it('refuses values that make no sense with one sentence and exit code 1, and changes nothing', async () => {
    const purchase = ['account', 'purchase', accountId, '--launches'];
    const expiring = ['key', 'create', accountId, '--mode', 'test', '--expires'];
    await assertRefused(1, [
      { args: [...CREATE, '--name', ' ', '--email', 'a@b.example'], says: /name must have 1 to 100 characters/ },
      { args: [...CREATE, '--name', 'A', '--email', 'nobody'], says: /email must be an address/ },
      { args: [...purchase, '-3'], says: /whole number from 1 to 1000000/ },
      { args: [...purchase, '5', '--reference', ''], says: /reference must have 1 to 200 characters/ },
      { args: ['account', 'edit', accountId, '--name', ' '], says: /name must have 1 to 100 characters/ },
      { args: ['account', 'edit', accountId, '--name', 'A', '--email', 'nobody'], says: /email must be an address/ },
      { args: ['account', 'brand', accountId, '--primary', 'blue'], says: /color must be # and six/ },
      { args: ['account', 'brand', accountId, '--reply-to', 'nobody'], says: /reply-to must be an address/ },
      { args: ['account', 'list', '--limit', '0'], says: /limit must be a whole number from 1 to 1000/ },
      { args: ['account', 'list', '--search', ''], says: /text to search for must have 1 to/ },
      { args: ['account', 'purchases', accountId, '--limit', '1001'], says: /limit must be a whole number/ },
      { args: ['project', 'show', accountId], says: /id must be prj_ followed by 22/ },
      { args: ['listing', 'show', accountId], says: /id must be lst_ followed by 22/ },
      { args: ['directory', 'list', '--open', '--closed'], says: /both open and closed/ },
      { args: ['account', 'suspend', UNKNOWN_KEY], says: /id must be acc_ followed by 22/ },
      { args: [...expiring, '2001-01-01'], says: /expiry must be in the future/ },
      { args: [...expiring, 'tomorrow'], says: /expiry must be a date such as/ },
      { args: ['key', 'revoke', 'svc_test_secret'], says: /id must be key_ followed by 22/ },
    ]);
  });

  it('refuses ids of nothing with one sentence and exit code 1, and changes nothing', async () => {
    await assertRefused(1, [
      { args: ['account', 'purchase', UNKNOWN_ACCOUNT, '--launches', '5'], says: /no account acc_0+/ },
      { args: ['account', 'edit', UNKNOWN_ACCOUNT, '--name', 'A'], says: /no account acc_0+/ },
      { args: ['account', 'brand', UNKNOWN_ACCOUNT, '--accent', '#000000'], says: /no account acc_0+/ },
      { args: ['account', 'purchases', UNKNOWN_ACCOUNT], says: /no account acc_0+/ },
      { args: ['project', 'list', UNKNOWN_ACCOUNT, '--mode', 'test'], says: /no account acc_0+/ },
      { args: ['project', 'show', UNKNOWN_PROJECT], says: /no project prj_0+/ },
      { args: ['project', 'hold', UNKNOWN_PROJECT, '--reason', 'paused'], says: /no project prj_0+/ },
      { args: ['project', 'release', UNKNOWN_PROJECT], says: /no project prj_0+/ },
      { args: ['listing', 'show', UNKNOWN_LISTING], says: /no listing lst_0+/ },
      { args: ['listing', 'list', UNKNOWN_PROJECT], says: /no project prj_0+/ },
      { args: ['listing', 'stuck', '--account', UNKNOWN_ACCOUNT], says: /no account acc_0+/ },
      { args: ['directory', 'show', UNKNOWN_DIRECTORY], says: /no directory dir_0+/ },
      { args: ['directory', 'close', 'nowhere'], says: /no directory nowhere/ },
      { args: ['directory', 'edit', 'nowhere', '--name', 'A'], says: /no directory nowhere/ },
      { args: ['account', 'suspend', UNKNOWN_ACCOUNT], says: /no account acc_0+/ },
      { args: ['account', 'show', UNKNOWN_ACCOUNT, '--json'], says: /no account acc_0+/ },
      { args: ['key', 'create', UNKNOWN_ACCOUNT, '--mode', 'live'], says: /no account acc_0+/ },
      { args: ['key', 'list', UNKNOWN_ACCOUNT], says: /no account acc_0+/ },
      { args: ['key', 'revoke', UNKNOWN_KEY], says: /no key key_0+/ },
    ]);
  });

  it('refuses a command line that it does not know with exit code 2, and changes nothing', async () => {
    await assertRefused(2, [
      { args: ['account', 'destroy', accountId], says: /unknown command/ },
      { args: ['account', 'edit', accountId], says: /at least one of --name, --email/ },
      { args: ['account', 'brand', accountId, '--json'], says: /at least one of --logo, --no-logo, --primary/ },
      { args: ['account', 'list', '--state', 'closed'], says: /Allowed choices are setup, active, suspended/ },
      { args: ['project', 'list', accountId], says: /required option '--mode <mode>' not specified/ },
      { args: [...CREATE, '--name', 'A'], says: /required option '--email <address>' not specified/ },
      { args: [...CREATE, '--name', 'A', '--email', 'a@b.example', '--launches', '5'], says: /unknown option/ },
      { args: ['project', 'hold', UNKNOWN_PROJECT, '--reason', 'angry'], says: /Allowed choices are review, paused/ },
      {
        args: ['listing', 'ask', UNKNOWN_LISTING, 'dance', '--message', 'A'],
        says: /choices are install_badge, confirm/,
      },
      { args: ['listing', 'ask', UNKNOWN_LISTING, 'confirm_email'], says: /'--message <text>' not specified/ },
      { args: ['catalog', 'export', '--format', 'xml'], says: /Allowed choices are json, csv/ },
      { args: ['key', 'create', accountId, '--mode', 'sandbox'], says: /Allowed choices are live, test/ },
    ]);
  });

  it('says which database cannot be reached, without its password', async () => {
    const unreachable = adminOf('postgresql://operator:hidden@127.0.0.1:1/listings');
    const sentence = 'The database that DATABASE_URL names cannot be reached.\n';
    assert.deepEqual(await unreachable('account', 'list', '--json'), { exitCode: 1, stdout: '', stderr: sentence });
  });

  it('says when the database does not exist or is not the service’s', async () => {
    const database = await createTestDatabase();
    const missing = new URL(database.url);
    missing.pathname = '/absent';
    const foreign = new URL(database.url);
    foreign.pathname = '/postgres';
    const [absent, empty, nonsense] = await Promise.all(
      [missing.href, foreign.href, 'listings'].map((url) => adminOf(url)('account', 'list')),
    );
    assertSentence(absent!, 1, /DATABASE_URL names does not exist/);
    assertSentence(empty!, 1, /DATABASE_URL names has none of the tables yet/);
    assertSentence(nonsense!, 1, /DATABASE_URL must name the database by a postgresql:\/\/ address/);
    await database.drop();
  });

  async function assertRefused(exitCode: number, cases: Case[]): Promise<void> {
    const admin = adminOf(api.config.databaseUrl);
    const before = await everything();
    const left = [...cases];
    const work = async () => {
      for (let next = left.shift(); next; next = left.shift()) {
        assertSentence(await admin(...next.args), exitCode, next.says, next.args.join(' '));
      }
    };
    await Promise.all(Array.from({ length: PROCESSES_AT_ONCE }, work));
    assert.deepEqual(await everything(), before);
  }

  function everything() {
    const { sql } = api.service.db;
    const tables = ['account', 'account_brand', 'account_mode', 'api_key', 'purchase', 'directory', 'outbox'] as const;
    return Promise.all(tables.map((table) => sql.selectFrom(table).selectAll().execute()));
  }
});

function assertSentence(outcome: Outcome, exitCode: number, says: RegExp, what?: string): void {
  assert.match(outcome.stderr, says, what);
  assert.deepEqual([outcome.exitCode, outcome.stdout], [exitCode, ''], what);
  assert.equal(outcome.stderr.trimEnd().split('\n').length, 1, `one sentence: ${outcome.stderr}`);
}
