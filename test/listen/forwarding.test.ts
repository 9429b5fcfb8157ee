import assert from 'node:assert/strict';
import { anyFreePort } from '../../dev/ports.ts';
import { eventually } from '../support/eventually.ts';
import { readFeed } from '../support/feed.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { advance, launchProject, type LaunchedProject } from './support/launched-project.ts';
import { SECRET, startLocalApp, type LocalApp } from './support/local-app.ts';
import { killListening, startListening } from './support/run-listen.ts';

describe('the developers’ command', () => {
  let api: TestService;
  let app: LocalApp;
  let key: string;
  let liveKey: string;
  let project: LaunchedProject;

  before(async () => {
    api = await startTestService();
  });
  after(() => api.close());
  beforeEach(async () => {
    app = await startLocalApp();
    const { keys } = await api.newAgency();
    key = keys.test.full;
    liveKey = keys.live.read;
    project = await launchProject(api.call, key);
  });
  afterEach(async () => {
    killListening();
    await app.close();
  });

  const base = () => `${api.config.publicUrl}/v1`;
  const start = (...args: string[]) =>
    startListening(key, '--api', base(), '--forward', app.url, '--secret', SECRET, '--json', ...args);
  const move = (index: number, to?: string) => advance(api.call, key, project.listings[index]!, to);
  const takenIds = () => app.taken.map(({ id }) => id);

  it('forwards each event from its start on once, in the order of the feed, with the bytes and signature of a delivery', async () => {
    const before = (await readFeed(api.call, key)).length;
    const listening = start();
    assert.equal((await listening.told('ready'))[0].passed_over, before);
    for (const index of [0, 1, 2, 3]) await move(index);
    await listening.told('forward', 4);
    await move(2);
    await listening.told('forward', 5);
    const events = (await readFeed(api.call, key)).slice(before);
    assert.equal(events.length, 5);
    assert.deepEqual(
      takenIds(),
      events.map(({ id }) => id),
      'what was received',
    );
    assert.equal(app.rejected, 0);

    const { rows } = await api.service.db.pool.query<{ body: string }>(
      'select body from event where id = any($1) order by position',
      [takenIds()],
    );
    assert.deepEqual(
      app.taken.map(({ body }) => body),
      rows.map(({ body }) => body),
      'the bytes that a delivery carries',
    );
    assert.deepEqual([...new Set(app.taken.map(({ path }) => path))], ['/webhooks?from=listen']);
    assert.match(app.taken[0]!.headers['content-type']!, /^application\/json/);

    assert.deepEqual(await listening.interrupt(), { exitCode: 0, stderr: '' });
    assert.deepEqual(listening.objects('summary'), [{ object: 'summary', forwarded: 5, succeeded: 5, failed: 0 }]);
  });

  it('forwards the whole feed from its beginning over several pages', async () => {
    for (let first = 0; first < project.listings.length; first += 20) {
      await Promise.all(project.listings.slice(first, first + 20).map((id) => advance(api.call, key, id)));
    }
    for (const index of [0, 1, 2, 3, 4]) await move(index);
    const feed = await readFeed(api.call, key);
    assert.ok(feed.length > 100, 'more than a page');
    const listening = start('--since', 'beginning');
    await listening.told('forward', feed.length);
    assert.deepEqual(
      takenIds(),
      feed.map(({ id }) => id),
    );
  });

  it('passes over a feed of several pages before it forwards', async () => {
    for (let first = 0; first < project.listings.length; first += 20) {
      await Promise.all(project.listings.slice(first, first + 20).map((id) => advance(api.call, key, id)));
    }
    for (const index of [0, 1]) await move(index);
    const before = (await readFeed(api.call, key)).length;
    const listening = start();
    assert.equal((await listening.told('ready'))[0].passed_over, before);
    await move(2);
    await listening.told('forward');
    assert.deepEqual(takenIds(), [(await readFeed(api.call, key)).at(-1)!.id]);
  });

  const filters: [string, string[]][] = [
    ['listing.submitted', ['listing.submitted', 'listing.submitted']],
    ['listing.live,listing.submitted', ['listing.submitted', 'listing.submitted', 'listing.live']],
    ['project.launched,listing.live', ['project.launched', 'project.launched', 'listing.live']],
    ['project.*', ['project.launched', 'project.launched']],
  ];
  for (const [events, expected] of filters) {
    it(`forwards only what ${events} lets through`, async () => {
      for (const _step of ['in_progress', 'submitted']) for (const index of [0, 1]) await move(index);
      await launchProject(api.call, key);
      await move(0);
      const listening = start('--since', 'beginning', '--events', events);
      const lines = await listening.told('forward', expected.length);
      const types = lines.map(({ type }) => type as string);
      assert.deepEqual([...types].sort(), [...expected].sort());
      const feed = await readFeed(api.call, key);
      assert.deepEqual(
        takenIds(),
        feed.filter(({ type }) => expected.includes(type)).map(({ id }) => id),
      );
    });
  }

  it('forwards only what belongs to the project', async () => {
    const other = await launchProject(api.call, key);
    const listening = start('--project', other.id);
    await listening.told('ready');
    await move(0);
    await advance(api.call, key, other.listings[0]!);
    const [line] = await listening.told('forward');
    assert.deepEqual([line.project, line.type], [other.id, 'listing.in_progress']);
    assert.equal(app.taken.length, 1);
  });

  it('shows a time-out, a reset, a redirect and a refusal as failed, sends none again, and goes on with the next', async () => {
    const behaviours = ['hang', 'reset', 'redirect', 503, 200] as const;
    app.behave(() => behaviours[app.taken.length - 1]!);
    const listening = start();
    await listening.told('ready');
    for (const index of [0, 1, 2, 3, 4]) await move(index);
    const lines = await listening.told('forward', 5);
    assert.deepEqual(
      lines.map(({ http_status, error }) => [http_status, error]),
      [
        [null, 'timeout'],
        [null, 'connection_failed'],
        [307, 'redirect'],
        [503, null],
        [200, null],
      ],
    );
    assert.ok(lines[0].duration_ms >= 9_900 && lines[0].duration_ms < 12_000, `${lines[0].duration_ms} ms`);
    assert.equal(new Set(takenIds()).size, 5);
    assert.deepEqual(
      app.taken.map(({ path }) => path),
      Array(5).fill('/webhooks?from=listen'),
    );
    await listening.interrupt();
    assert.deepEqual(listening.objects('summary'), [{ object: 'summary', forwarded: 5, succeeded: 1, failed: 4 }]);
  });

  it('goes on when the app was not running and has come back', async () => {
    const url = new URL(app.url);
    await app.close();
    const listening = start();
    await listening.told('ready');
    await move(0);
    assert.equal((await listening.told('forward'))[0].error, 'connection_failed');
    app = await startLocalApp({ port: Number(url.port) });
    await move(1);
    assert.equal((await listening.told('forward', 2))[1].http_status, 204);
  });

  for (const host of ['localhost', '[::1]', '127.0.0.1']) {
    it(`reaches an app that listens on ${host}`, async () => {
      const own = await startLocalApp({ host });
      try {
        const listening = startListening(key, '--api', base(), '--forward', own.url, '--secret', SECRET, '--json');
        await listening.told('ready');
        await move(0);
        assert.equal((await listening.told('forward'))[0].http_status, 204);
      } finally {
        await own.close();
      }
    });
  }

  it('ends with status 0 and a summary when it is interrupted while the app hangs', async () => {
    app.behave(() => 'hang');
    const listening = start();
    await listening.told('ready');
    await move(0);
    await eventually('the request', () => app.taken.length === 1);
    const startedAt = performance.now();
    assert.deepEqual(await listening.interrupt(), { exitCode: 0, stderr: '' });
    assert.ok(performance.now() - startedAt < 3_000, 'at once');
    assert.deepEqual(listening.objects('summary'), [{ object: 'summary', forwarded: 0, succeeded: 0, failed: 0 }]);
  });

  it('tells people the mode, a new secret that verifies, and a line for each event', async () => {
    const port = await anyFreePort();
    const listening = startListening(key, '--api', base(), '--forward', `http://localhost:${port}/`);
    await eventually('the start', () => listening.lines.some((line) => line.startsWith('Ready')));
    assert.match(listening.lines[0]!, /^Account {2}Test agency, test mode, by key key_\w{22}$/);
    const secret = /whsec_\S{44}/.exec(listening.lines.join('\n'))![0];
    const own = await startLocalApp({ secret, port });
    try {
      await move(0);
      const line = await eventually('a line', () => listening.lines.find((text) => text.includes('evt_')));
      const { id } = own.taken[0]!;
      assert.match(line, new RegExp(`^\\S+Z  listing\\.in_progress +${id}  ${project.id}  204  \\d+ ms$`));
    } finally {
      await own.close();
    }
    await listening.interrupt();
    assert.equal(listening.lines.at(-1), 'Forwarded 1 event.');
  });

  it('works with a live key that can only read, and says that it is live', async () => {
    const listening = startListening(liveKey, '--api', base(), '--forward', app.url);
    await eventually('the start', () => listening.lines.some((line) => line.startsWith('Ready')));
    assert.match(listening.lines[0]!, /^Account {2}Test agency, live mode, by key key_\w{22}$/);
    assert.equal((await listening.interrupt()).exitCode, 0);
    assert.equal(listening.lines.at(-1), 'Forwarded 0 events.');
  });
});
