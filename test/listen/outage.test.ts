import assert from 'node:assert/strict';
import { anyFreePort } from '../../dev/ports.ts';
import { openService, type Running } from '../../src/main/service.ts';
import { startApi } from '../../src/main/start-api.ts';
import { eventually } from '../support/eventually.ts';
import { readFeed } from '../support/feed.ts';
import { silent, startTestService, type TestService } from '../support/service.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';
import { advance, launchProject, type LaunchedProject } from './support/launched-project.ts';
import { SECRET, startLocalApp, type LocalApp } from './support/local-app.ts';
import { killListening, startListening, type Listening } from './support/run-listen.ts';

const DAY_MS = 86_400_000;

describe('the developers’ command and an API that goes away', () => {
  let api: TestService;
  let app: LocalApp;
  let key: string;
  let project: LaunchedProject;

  before(async () => {
    api = await startTestService();
  });
  after(() => api.close());
  beforeEach(async () => {
    app = await startLocalApp();
    key = (await api.newAgency()).keys.test.full;
    project = await launchProject(api.call, key);
  });
  afterEach(async () => {
    killListening();
    await app.close();
  });

  const start = (port: number) =>
    startListening(
      key,
      ...['--api', `http://127.0.0.1:${port}/v1`, '--forward', app.url, '--secret', SECRET, '--json'],
    );
  const move = (index: number) => advance(api.call, key, project.listings[index]!);
  const says = (listening: Listening, pattern: RegExp) =>
    listening.objects('notice').some(({ message }) => pattern.test(message as string));
  const notice = (listening: Listening, pattern: RegExp) => eventually(String(pattern), () => says(listening, pattern));
  const assertEachOnce = async (first: number) => {
    const feed = (await readFeed(api.call, key)).slice(first);
    assert.deepEqual(
      app.taken.map(({ id }) => id),
      feed.map(({ id }) => id),
    );
  };

  it('goes on from its place when the API restarts: every event once and in order', async () => {
    const port = await anyFreePort();
    const config = { ...api.config, port };
    let second: Running = await startApi(config, api.service, silent);
    try {
      const first = (await readFeed(api.call, key)).length;
      const listening = start(port);
      await listening.told('ready');
      for (const index of [0, 1, 2]) await move(index);
      await listening.told('forward', 2);
      await second.close();
      for (const index of [3, 4, 0]) await move(index);
      await notice(listening, /cannot be reached \(ECONNREFUSED\)\. Trying again/);
      await move(5);
      second = await startApi(config, api.service, silent);
      await listening.told('forward', 7);
      await notice(listening, /^The API answers again/);
      await move(6);
      await listening.told('forward', 8);
      await assertEachOnce(first);
      assert.equal((await listening.interrupt()).exitCode, 0);
    } finally {
      await second.close();
    }
  });

  it('neither loses nor repeats an event when its connections are cut again and again', async () => {
    const proxy = await startTcpProxy({ host: api.config.host, port: api.config.port });
    try {
      const first = (await readFeed(api.call, key)).length;
      const listening = start(proxy.port);
      await listening.told('ready');
      for (let round = 0; round < 4; round++) {
        await move(round);
        proxy.cut();
        await move(10 + round);
        await eventually('the outage', () => listening.objects('notice').length >= round * 2 + 1);
        proxy.mend();
        await listening.told('forward', (round + 1) * 2);
      }
      await assertEachOnce(first);
    } finally {
      await proxy.close();
    }
  });

  it('waits as long as a 503 says, goes on, and ends at once when it is interrupted in an outage', async () => {
    const address = new URL(api.config.databaseUrl);
    const proxy = await startTcpProxy({ host: address.hostname, port: Number(address.port) });
    address.port = String(proxy.port);
    const config = { ...api.config, databaseUrl: address.href, port: await anyFreePort() };
    const service = await openService(config, api.clock);
    const behind = await startApi(config, service, silent);
    try {
      const first = (await readFeed(api.call, key)).length;
      const listening = start(config.port);
      await listening.told('ready');
      proxy.cut();
      await notice(listening, /^The API is out, with status 503: .+ Trying again in 5 s/);
      await move(0);
      proxy.mend();
      await listening.told('forward');
      await assertEachOnce(first);
      proxy.cut();
      await listening.told('notice', 3);
      assert.deepEqual(await listening.interrupt(), { exitCode: 0, stderr: '' });
    } finally {
      await behind.close();
      await service.close();
      await proxy.close();
    }
  });

  it('says that its place is older than 90 days, and goes on from the beginning of the feed', async () => {
    const { clock } = api;
    const now = clock.now();
    const listening = start(api.config.port);
    await listening.told('ready');
    try {
      // Again and again, since a page that is being read while time passes gives a place of afterwards.
      await eventually('the notice', () => {
        clock.advance(91 * DAY_MS);
        return says(listening, /older than 90 days; going on from the oldest event/);
      });
      await move(0);
      const feed = await readFeed(api.call, key);
      await listening.told('forward', feed.length);
      await assertEachOnce(0);
    } finally {
      clock.set(now);
    }
  });

  it('ends with status 1, a sentence and the summary when its key is revoked', async () => {
    const listening = start(api.config.port);
    await listening.told('ready');
    await move(0);
    await listening.told('forward');
    await api.service.db.pool.query(
      'update api_key set revoked_at = $1 where account_id = (select account_id from project where id = $2)',
      [api.clock.now(), project.id],
    );
    const { exitCode, stderr } = await listening.ended;
    assert.equal(exitCode, 1);
    assert.match(stderr, /^The API key is refused \(api_key_invalid\): [^\n]+\n$/);
    assert.equal(listening.objects('summary')[0].forwarded, 1);
  });
});
