import assert from 'node:assert/strict';
import { contentOf } from '../../src/domain/mail/mail-content.ts';
import { simulatedLogin } from '../../src/domain/mail/simulated-mail.ts';
import { setSuspended } from '../../src/services/accounts/suspend-account.ts';
import { moveListing } from '../../src/services/listings/move-listing.ts';
import { provideLogin } from '../../src/services/logins/provide-login.ts';
import { readProjectLogins } from '../../src/services/logins/read-project-logins.ts';
import { storeEmail } from '../../src/services/logins/store-email.ts';
import { sweep } from '../../src/services/retention/sweep.ts';
import { createReadyProject, expectStatus } from '../support/factories.ts';
import { startTestService, type TestService } from '../support/service.ts';

const DAY_MS = 86_400_000;

describe('logins', () => {
  let api: TestService;
  let key: string;
  let accountId: string;
  let project: string;
  let listings: { id: string; directory: { id: string; name: string } }[];

  before(async () => {
    api = await startTestService({ MAIL_DOMAIN: 'Mail.Service.Example' });
  });
  beforeEach(async () => {
    const agency = await api.newAgency();
    key = agency.keys.test.full;
    accountId = agency.accountId;
    ({ project, listings } = await launch(key));
  });
  after(() => api.close());

  async function launch(of: string, fields = {}) {
    const { id } = await createReadyProject(api.call, of, fields);
    expectStatus(await api.call('POST', `/projects/${id}/launch`, { key: of }), 200);
    const { body } = expectStatus(await api.call('GET', `/projects/${id}/listings?limit=100`, { key: of }), 200);
    return { project: id, listings: (body as { data: typeof listings }).data };
  }

  const get = async (path: string, of = key) => expectStatus(await api.call('GET', path, { key: of }), 200).body;
  const email = (text: string) => ({
    content: contentOf({ from: 'a@d.example', subject: 'Your code', text, html: '' }),
    digest: Buffer.from(text),
    sizeBytes: text.length,
  });

  it('are listed newest first, with a mailbox of their own each and the password of the project', async () => {
    for (const { id } of listings.slice(0, 3)) {
      await provideLogin(api.service, id);
      api.clock.advance(1_000);
    }
    const { data } = await get(`/projects/${project}/logins`);
    assert.deepEqual(
      data.map((login: { listing: string }) => login.listing),
      listings
        .slice(0, 3)
        .map(({ id }) => id)
        .toReversed(),
    );
    const [login] = data;
    assert.deepEqual(login.directory, listings[2]!.directory);
    assert.match(login.email, /^[a-z0-9]{16}@mail\.service\.example$/);
    assert.match(login.password, /^[A-Za-z0-9]{5}(-[A-Za-z0-9]{5}){3}$/);
    assert.match(login.username, /^[a-z][a-z0-9]+$/);
    assert.deepEqual(
      [login.object, login.project, login.livemode, login.last_email_at],
      ['login', project, false, null],
    );
    const each = (name: string) => new Set(data.map((one: Record<string, unknown>) => one[name])).size;
    assert.deepEqual([each('email'), each('password')], [3, 1]);
    const other = await launch(key);
    await provideLogin(api.service, other.listings[0]!.id);
    assert.notEqual((await get(`/projects/${other.project}/logins`)).data[0].password, login.password);
  });

  it('are the same for all who ask at once', async () => {
    const asked = await Promise.all(Array.from({ length: 8 }, () => provideLogin(api.service, listings[0]!.id)));
    assert.equal(new Set(asked.map((login) => login.email + login.password)).size, 1);
    assert.deepEqual(await readProjectLogins(api.service, project), [
      {
        directory: { id: listings[0]!.directory.id, name: listings[0]!.directory.name },
        email: asked[0]!.email,
        username: asked[0]!.username,
        password: asked[0]!.password,
        loginUrl: asked[0]!.login_url,
      },
    ]);
  });

  it('and their mail are listed in pages that give each once, also those of one moment', async () => {
    api.clock.stop(api.clock.now());
    for (const { id } of listings.slice(0, 5)) await provideLogin(api.service, id);
    for (let n = 0; n < 5; n++) await storeEmail(api.service, listings[0]!.id, email(`code 48291${n}`));
    for (const [path, name] of [
      [`/projects/${project}/logins`, 'listing'],
      [`/listings/${listings[0]!.id}/emails`, 'code'],
    ] as const) {
      const seen: string[] = [];
      let cursor = '';
      do {
        const page = await get(`${path}?limit=2${cursor && `&cursor=${cursor}`}`);
        seen.push(...page.data.map((one: Record<string, string>) => one[name]));
        cursor = page.next_cursor ?? '';
      } while (cursor);
      assert.deepEqual([seen.length, new Set(seen).size], [5, 5], path);
      if (name === 'code') assert.deepEqual(seen, ['482914', '482913', '482912', '482911', '482910']);
    }
  });

  it('and their mail are read with a key of full permissions, also of a suspended account', async () => {
    await provideLogin(api.service, listings[0]!.id);
    await setSuspended(api.service, accountId, true);
    await get(`/projects/${project}/logins`);
    await get(`/listings/${listings[0]!.id}/emails`);
    await setSuspended(api.service, accountId, false);
  });

  it('have neither password nor mail in the clear in the database', async () => {
    const login = await provideLogin(api.service, listings[0]!.id);
    await storeEmail(api.service, listings[0]!.id, email('Your code: 482913'));
    const { rows } = await api.service.db.pool.query<{ text: string }>(
      "select encode(sealed_password, 'escape') as text from project_password union all select encode(sealed_content, 'escape') from email",
    );
    for (const { text } of rows) {
      assert.ok(!text.includes(login.password) && !text.includes('482913'));
    }
    assert.ok(rows.length >= 2);
  });

  it('lose their mail after 90 days, and stay', async () => {
    const { id } = listings[0]!;
    await provideLogin(api.service, id);
    await storeEmail(api.service, id, email('old'));
    api.clock.advance(89 * DAY_MS);
    await storeEmail(api.service, id, email('new'));
    await sweep(api.service, 'emails', api.clock.now(), () => undefined);
    assert.equal((await get(`/listings/${id}/emails`)).data.length, 2);
    api.clock.advance(2 * DAY_MS);
    await sweep(api.service, 'emails', api.clock.now(), () => undefined);
    assert.deepEqual(
      (await get(`/listings/${id}/emails`)).data.map((one: { text: string }) => one.text),
      ['new'],
    );
    assert.equal((await get(`/projects/${project}/logins`)).data.length, 1);
  });

  describe('of test mode', () => {
    const expected = { none: [0, null], login: [1, null], login_and_link: [1, 'link'], login_and_code: [1, 'code'] };

    for (const [kind, [logins, mail]] of Object.entries(expected)) {
      it(`are as the directory has it when a listing is submitted: ${kind}`, async () => {
        const listing = listings.find(({ directory }) => simulatedLogin(directory.id) === kind)!;
        const advance = (to: string) =>
          api.call('POST', `/test_helpers/listings/${listing.id}/advance`, { key, json: { to } });
        expectStatus(await advance('in_progress'), 200);
        assert.deepEqual((await get(`/projects/${project}/logins`)).data, []);
        for (const to of ['submitted', 'live']) expectStatus(await advance(to), 200);
        const found = (await get(`/projects/${project}/logins`)).data;
        assert.equal(found.length, logins);
        const emails = (await get(`/listings/${listing.id}/emails`)).data;
        assert.deepEqual(
          emails.map((one: { links: string[]; code: string | null }) => [one.links.length, one.code !== null]),
          mail === null ? [] : [mail === 'link' ? [1, false] : [0, true]],
        );
        if (mail) assert.equal(found[0].last_email_at, emails[0].received_at);
      });
    }

    it('are made by the simulation too, once', async () => {
      const listing = listings.find(({ directory }) => simulatedLogin(directory.id) === 'login_and_code')!;
      await api.service.db.pool.query(
        "update listing set status = 'in_progress', queued_at = null, version = 2 where id = $1",
        [listing.id],
      );
      const move = (to: 'submitted' | 'live', version: number) =>
        moveListing(api.service, listing.id, version, { to }, api.clock.now());
      assert.equal(await move('submitted', 2), true);
      assert.equal(await move('submitted', 2), true);
      assert.equal(await move('live', 3), true);
      assert.equal((await get(`/listings/${listing.id}/emails`)).data.length, 1);
    });

    it('are not those of live mode', async () => {
      const { keys } = await api.newAgency();
      const live = await launch(keys.live.full, { url: 'https://live-tools.io' });
      const listing = live.listings.find(({ directory }) => simulatedLogin(directory.id) === 'login_and_code')!;
      await api.service.db.pool.query(
        "update listing set status = 'in_progress', queued_at = null, version = 2 where id = $1",
        [listing.id],
      );
      assert.equal(await moveListing(api.service, listing.id, 2, { to: 'submitted' }, api.clock.now()), true);
      assert.deepEqual((await get(`/projects/${live.project}/logins`, keys.live.full)).data, []);
    });
  });
});
