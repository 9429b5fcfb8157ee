import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { BadgeFinding } from '../../src/domain/badge/badge-watch.ts';
import { workflowIds } from '../../src/domain/workflow-ids.ts';
import { readInstalledBadge, saveWatchedBadge } from '../../src/services/badge/watch-badge.ts';
import { listenOnLoopback, type LoopbackServer } from '../outbound/support/servers.ts';
import { createReadyProject, expectStatus, projectBody } from '../support/factories.ts';
import { readFeed } from '../support/feed.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { startSite, type Site } from '../support/site.ts';

const HOUR_MS = 3_600_000;

/** Of a site. */
interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body: string | Buffer;
}

describe('the badge of a project', () => {
  let api: TestService;
  let site: Site;
  let key: string;
  let paths = 0;

  before(async () => {
    api = await startTestService();
    site = await startSite();
  });
  after(async () => {
    await api.close();
    await site.close();
  });
  beforeEach(async () => {
    key = (await api.newAgency()).keys.test.full;
  });

  const newPath = () => `/site-${++paths}`;
  const create = async (url: string, overrides: Record<string, unknown> = {}) =>
    (await createReadyProject(api.call, key, { url, ...overrides })).id;
  const read = async (id: string) => expectStatus(await api.call('GET', `/projects/${id}`, { key }), 200).body;
  const badgeOf = async (id: string) => expectStatus(await api.call('GET', `/projects/${id}/badge`, { key }), 200).body;
  const verify = (id: string) => api.call('POST', `/projects/${id}/badge/verify`, { key });
  const assertMissing = async (id: string) => {
    const { error } = expectStatus(await verify(id), 422).body;
    assert.equal(error.code, 'badge_not_found');
    return error.message as string;
  };
  /** What a site shows that has installed a recipe. */
  const badgesFor = async (id: string): Promise<string> => (await fetch((await badgeOf(id)).feed.html_url)).text();
  const targets = async (id: string) => {
    const { rows } = await api.service.db.pool.query<{ target: string }>(
      'select target from outbox where target like $1 order by target',
      [`%/${id}`],
    );
    return rows.map(({ target }) => target);
  };

  it('tells how it is installed, checked and asked for, before it ever was', async () => {
    const id = await create(site.url + newPath(), { name: 'Acme' });
    const badge = await badgeOf(id);
    assert.deepEqual([badge.project, badge.livemode, badge.status, badge.checked_at], [id, false, 'not_checked', null]);
    assert.deepEqual(
      badge.recipes.map(({ platform }: { platform: string }) => platform),
      ['nextjs', 'php', 'wordpress', 'nginx_ssi', 'html', 'ai_prompt'],
    );
    for (const { platform, code } of badge.recipes) {
      const url = platform === 'nginx_ssi' ? badge.feed.html_url : badge.feed.json_url;
      const { host, pathname } = new URL(url);
      assert.ok(code.includes(host) && code.includes(pathname), platform);
    }
    assert.ok(badge.check_command.includes((await read(id)).url));
    assert.match(badge.client_message, /Acme/);
  });

  it('is installed once the site shows what the feed says', async () => {
    const path = newPath();
    const id = await create(site.serve(path, '<p>Nothing yet</p>'));
    assert.match(await assertMissing(id), /not in the HTML/);
    assert.equal((await read(id)).badge.status, 'not_found');
    site.serve(path, `<body><footer>${await badgesFor(id)}</footer>`);
    const badge = expectStatus(await verify(id), 200).body;
    assert.equal(badge.status, 'installed');
    assert.deepEqual((await read(id)).badge, { status: 'installed', checked_at: badge.checked_at });
    assert.deepEqual(await badgeOf(id), badge);
  });

  it('is not found, with the time, where the site cannot be read', async () => {
    const id = await create('http://127.0.0.1:1/');
    const before = api.clock.now();
    assert.match(await assertMissing(id), /could not be read/);
    const { status, checked_at } = (await read(id)).badge;
    assert.equal(status, 'not_found');
    assert.ok(Date.parse(checked_at) >= before.getTime() && Date.parse(checked_at) <= api.clock.now().getTime());
  });

  it('that was installed is found missing, and listings stay as they are', async () => {
    const path = newPath();
    const id = await create(site.serve(path, ''));
    site.serve(path, await badgesFor(id));
    expectStatus(await verify(id), 200);
    expectStatus(await api.call('POST', `/projects/${id}/launch`, { key }), 200);
    const { progress } = await read(id);
    site.serve(path, '<p>gone</p>');
    await assertMissing(id);
    const after = await read(id);
    assert.deepEqual([after.badge.status, after.progress], ['not_found', progress]);
  });

  it('opens the directories that ask for one', async () => {
    const path = newPath();
    const id = await create(site.serve(path, ''));
    const readiness = async () =>
      expectStatus(await api.call('GET', `/projects/${id}/readiness`, { key }), 200).body as {
        unlocks: { requirement: string; directories: number }[];
      };
    const locked = (await readiness()).unlocks.find(({ requirement }) => requirement === 'badge');
    assert.ok(locked!.directories > 0);
    site.serve(path, await badgesFor(id));
    expectStatus(await verify(id), 200);
    assert.equal(
      (await readiness()).unlocks.find(({ requirement }) => requirement === 'badge'),
      undefined,
    );
  });

  it('is read without caches, once, and is told apart from that of another project', async () => {
    const asked: IncomingHttpHeaders[] = [];
    let page = '';
    const server = await serve((headers) => {
      asked.push(headers);
      return { body: page };
    });
    const id = await create(server.url);
    const other = await create(`${server.url}/other`);
    page = await badgesFor(other);
    await assertMissing(id);
    expectStatus(await verify(other), 200);
    assert.deepEqual(
      asked.map((headers) => headers['cache-control']),
      ['no-cache', 'no-cache'],
    );
    await server.close();
  });

  it('is looked for where the site leads: by redirects, and by a page that sends browsers on', async () => {
    const [from, to] = [newPath(), newPath()];
    const id = await create(site.serve(from, `<meta http-equiv="refresh" content="0; url=${to}">`));
    await assertMissing(id);
    site.serve(to, await badgesFor(id));
    expectStatus(await verify(id), 200);
  });

  it('is verified 10 times an hour for each project, and then again', async () => {
    const ids = [await create(site.serve(newPath(), '')), await create(site.serve(newPath(), ''))];
    for (let tries = 0; tries < 10; tries++) await assertMissing(ids[0]!);
    const refused = expectStatus(await verify(ids[0]!), 429);
    assert.equal(refused.body.error.code, 'rate_limited');
    assert.ok(Number(refused.headers['retry-after']) > 0 && Number(refused.headers['retry-after']) <= 3_600);
    await assertMissing(ids[1]!);
    api.clock.advance(HOUR_MS);
    await assertMissing(ids[0]!);
    api.clock.advance(-HOUR_MS);
  });

  describe('of a launched project', () => {
    /** Launches on one directory, with room for those that ask for a badge and only those. */
    const launched = async (path: string, json: object = { auto_replace: true }) => {
      const { rows } = await api.service.db.pool.query<{ id: string; asks: boolean }>(
        `select id, 'badge' = any(requirements) as asks from directory order by requirements <> '{}', domain_rating desc`,
      );
      const id = await create(site.serve(path, ''), { audience: { b2b: true, ai: true, directory: true } });
      const directories = { include: [rows[0]!.id] };
      expectStatus(await api.call('POST', `/projects/${id}/launch`, { key, json: { directories, ...json } }), 200);
      const excluded_directories = rows.filter(({ asks }) => !asks).map((row) => row.id);
      expectStatus(await api.call('PATCH', `/projects/${id}`, { key, json: { excluded_directories } }), 200);
      await api.service.db.pool.query('delete from outbox');
      return id;
    };
    const isMarked = async (id: string) => {
      const { rows } = await api.service.db.pool.query<{ due: Date | null }>(
        'select auto_replace_due_at as due from project where id = $1',
        [id],
      );
      return rows[0]!.due !== null;
    };

    it('wakes auto-replace and its own workflow when it is found, and not when it is found again', async () => {
      const path = newPath();
      const id = await launched(path);
      await assertMissing(id);
      assert.deepEqual([await isMarked(id), await targets(id)], [false, []]);
      site.serve(path, await badgesFor(id));
      expectStatus(await verify(id), 200);
      assert.ok(await isMarked(id));
      assert.deepEqual(await targets(id), [workflowIds.badge(id), workflowIds.launch(id)]);
      await api.service.db.pool.query('update project set auto_replace_due_at = null');
      expectStatus(await verify(id), 200);
      assert.deepEqual([await isMarked(id), (await targets(id)).length], [false, 2]);
    });

    it('returns a completed project to in_progress, with one event, however many verify at once', async () => {
      const path = newPath();
      const id = await launched(path);
      const { data } = (await api.call('GET', `/projects/${id}/listings`, { key })).body;
      const live = { to: 'live', live_url: 'https://directory.example/acme' };
      expectStatus(
        await api.call('POST', `/test_helpers/listings/${data[0].id}/advance`, { key, json: { to: 'in_progress' } }),
        200,
      );
      expectStatus(
        await api.call('POST', `/test_helpers/listings/${data[0].id}/advance`, { key, json: { to: 'submitted' } }),
        200,
      );
      expectStatus(await api.call('POST', `/test_helpers/listings/${data[0].id}/advance`, { key, json: live }), 200);
      assert.equal((await read(id)).status, 'completed');
      const before = (await readFeed(api.call, key)).length;
      site.serve(path, await badgesFor(id));
      for (const answer of await Promise.all([verify(id), verify(id), verify(id), verify(id)]))
        expectStatus(answer, 200);
      assert.equal((await read(id)).status, 'in_progress');
      const events = (await readFeed(api.call, key)).slice(before).map(({ type }) => type);
      assert.deepEqual(events, ['project.in_progress']);
      assert.equal((await targets(id)).filter((target) => target === workflowIds.badge(id)).length, 1);
    });

    it('leaves a project alone that does not replace, or that nothing can be added to', async () => {
      const paths = [newPath(), newPath()];
      const idle = await launched(paths[0]!, { auto_replace: false });
      const full = await launched(paths[1]!);
      const { rows } = await api.service.db.pool.query<{ id: string }>('select id from directory');
      const json = { excluded_directories: rows.map((row) => row.id) };
      const badges = await badgesFor(full);
      expectStatus(await api.call('PATCH', `/projects/${full}`, { key, json }), 200);
      site.serve(paths[0]!, await badgesFor(idle));
      site.serve(paths[1]!, badges);
      for (const id of [idle, full]) {
        expectStatus(await verify(id), 200);
        assert.equal(await isMarked(id), false);
      }
    });
  });

  describe('of a project that changes while its site is read', () => {
    it('is looked for at the new address, and nothing of the old one is saved', async () => {
      const [from, to] = [newPath(), newPath()];
      const id = await create(site.serve(from, ''));
      site.hold(from, await badgesFor(id));
      site.serve(to, '<p>nothing</p>');
      const verifying = verify(id);
      await site.reached(from);
      expectStatus(await api.call('PATCH', `/projects/${id}`, { key, json: { url: site.url + to } }), 200);
      site.release();
      assert.equal(expectStatus(await verifying, 422).body.error.code, 'badge_not_found');
      assert.equal((await read(id)).badge.status, 'not_found');
    });

    it('is not found where the project was deleted', async () => {
      const path = newPath();
      const id = await create(site.serve(path, ''));
      site.hold(path, await badgesFor(id));
      const verifying = verify(id);
      await site.reached(path);
      expectStatus(await api.call('DELETE', `/projects/${id}`, { key }), 200);
      site.release();
      assert.equal(expectStatus(await verifying, 404).body.error.code, 'not_found');
    });

    it('keeps what a later reading found, however late an earlier one ends', async () => {
      const path = newPath();
      const id = await create(site.serve(path, ''));
      site.hold(path, '<p>nothing</p>');
      const verifying = verify(id);
      await site.reached(path);
      api.clock.advance(1_000);
      await api.service.db.pool.query(
        `update project set badge_status = 'installed', badge_checked_at = $2 where id = $1`,
        [id, api.clock.now()],
      );
      site.release();
      assert.equal(expectStatus(await verifying, 200).body.status, 'installed');
      assert.equal((await read(id)).badge.status, 'installed');
    });
  });

  describe('that is watched', () => {
    /** Verifies it, and gives what the watch then reads, with a later reading of this finding. */
    const watched = async (path: string, finding: BadgeFinding) => {
      const id = await create(site.serve(path, ''));
      const badges = await badgesFor(id);
      site.serve(path, badges);
      expectStatus(await verify(id), 200);
      const installed = (await readInstalledBadge(api.service.db.sql, id))!;
      const at = new Date(api.clock.now().getTime() + 60_000).toISOString();
      return { id, badges, save: () => saveWatchedBadge(api.service, id, installed, { finding, at }), at };
    };

    it('is as its watch found it while nothing else changed it, and the change is of now', async () => {
      for (const finding of ['installed', 'missing', 'unreadable'] as const) {
        const { id, save, at } = await watched(newPath(), finding);
        api.clock.advance(2 * HOUR_MS);
        await save();
        const { badge, updated_at } = await read(id);
        assert.deepEqual(badge, { status: finding === 'installed' ? 'installed' : 'not_found', checked_at: at });
        assert.ok(Date.parse(updated_at) > Date.parse(at) + HOUR_MS, updated_at);
      }
    });

    it('stays lost once a verification missed it, though its watch found it later', async () => {
      const path = newPath();
      const { id, save } = await watched(path, 'installed');
      site.serve(path, '');
      await assertMissing(id);
      await save();
      assert.equal((await read(id)).badge.status, 'not_found');
    });

    it('stays installed once a verification found it again, though its watch missed it', async () => {
      const path = newPath();
      const { id, save } = await watched(path, 'missing');
      api.clock.advance(1_000);
      expectStatus(await verify(id), 200);
      await save();
      assert.equal((await read(id)).badge.status, 'installed');
    });

    it('tells its watch that it was lost, or that its project moved', async () => {
      const path = newPath();
      const { id, badges } = await watched(path, 'installed');
      await api.service.db.pool.query('delete from outbox');
      site.serve(path, '');
      await assertMissing(id);
      assert.deepEqual(await targets(id), [workflowIds.badge(id)]);
      site.serve(path, badges);
      expectStatus(await verify(id), 200);
      await api.service.db.pool.query('delete from outbox');
      expectStatus(await api.call('PATCH', `/projects/${id}`, { key, json: { url: site.url + newPath() } }), 200);
      assert.ok((await targets(id)).includes(workflowIds.badge(id)));
    });
  });

  describe('on a hostile site', () => {
    const hostile: Record<string, (badges: string) => Answer> = {
      'that hides it behind 5 MB': (badges) => ({ body: `${'<p>x</p>'.repeat(700_000)}${badges}` }),
      'that nests it a million deep': (badges) => ({ body: `${'<div>'.repeat(700_000)}${badges}` }),
      'that unpacks to 200 MB': () => ({ headers: { 'content-encoding': 'gzip' }, body: gzipSync(Buffer.alloc(2e8)) }),
      'that has it in a comment': (badges) => ({ body: `<!-- ${badges} ` }),
      'that has it in a script': (badges) => ({ body: `<script>x = \`${badges}\`</script>` }),
      'that writes it in entities': (badges) => ({ body: badges.replaceAll('<', '&lt;') }),
      'that answers 404 with it': (badges) => ({ status: 404, body: badges }),
      'that leads to a private address': () => ({
        status: 302,
        headers: { location: 'http://169.254.169.254/' },
        body: '',
      }),
      'that leads to itself': () => ({ status: 302, headers: { location: '/' }, body: '' }),
      'that sends browsers to a private address': () => ({
        body: '<meta http-equiv=refresh content="0; url=http://10.0.0.1/">',
      }),
      'that sends browsers to a file': () => ({
        body: '<meta http-equiv=refresh content="0; url=file:///etc/passwd">',
      }),
    };
    for (const [name, answer] of Object.entries(hostile)) {
      it(`${name} is not found`, async () => {
        let badges = '';
        const server = await serve(() => answer(badges));
        const id = await create(server.url);
        badges = await badgesFor(id);
        await assertMissing(id);
        await server.close();
      });
    }

    it('does not keep other requests waiting', async () => {
      const id = await create(site.serve(newPath(), '</p>'.repeat(1_000_000)));
      const state = { done: false };
      const verifying = verify(id).finally(() => (state.done = true));
      let answered = 0;
      for (; !state.done; answered++) await api.call('GET', '/ping', { key });
      assert.equal(expectStatus(await verifying, 422).body.error.code, 'badge_not_found');
      assert.ok(answered > 50, `${answered} answered`);
    });
  });

  it('is not verified by a key that only reads', async () => {
    const agency = await api.newAgency();
    const { id } = expectStatus(
      await api.call('POST', '/projects', { key: agency.keys.test.full, json: projectBody() }),
      201,
    ).body;
    const path = `/projects/${id}/badge`;
    expectStatus(await api.call('GET', path, { key: agency.keys.test.read }), 200);
    expectStatus(await api.call('POST', `${path}/verify`, { key: agency.keys.test.read }), 403);
  });

  async function serve(answer: (headers: IncomingHttpHeaders) => Answer): Promise<LoopbackServer & { url: string }> {
    const server = createServer((request, response) => {
      const { headers, status = 200, body } = answer(request.headers);
      response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body);
    });
    const running = await listenOnLoopback(server);
    return { ...running, url: `http://127.0.0.1:${running.port}` };
  }
});
