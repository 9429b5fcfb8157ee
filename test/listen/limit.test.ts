import assert from 'node:assert/strict';
import { HOUR_MS, floorToHour } from '../../src/domain/time.ts';
import { createSetupAccount, setHourlyRequests } from '../support/accounts.ts';
import { readFeed } from '../support/feed.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { advance, launchProject, type LaunchedProject } from './support/launched-project.ts';
import { SECRET, startLocalApp, type LocalApp } from './support/local-app.ts';
import { killListening, startListening } from './support/run-listen.ts';

const LIMIT = 600;
const TO_THE_HOUR_MS = 10_000;

describe('the developers’ command and the hourly limit', () => {
  let api: TestService;
  let app: LocalApp;
  let account: Awaited<ReturnType<typeof createSetupAccount>>;
  let project: LaunchedProject;

  before(async () => {
    api = await startTestService();
    app = await startLocalApp();
  });
  after(async () => {
    await app.close();
    await api.close();
  });
  beforeEach(async () => {
    api.clock.set(new Date(floorToHour(api.clock.now()).getTime() + HOUR_MS));
    account = await createSetupAccount(api.service);
    project = await launchProject(api.call, account.test);
    app.taken.length = 0;
  });
  afterEach(killListening);

  const start = (...args: string[]) =>
    startListening(
      account.test,
      ...['--api', `${api.config.publicUrl}/v1`, '--forward', app.url, '--secret', SECRET, '--json', ...args],
    );
  const used = (count: number) => setHourlyRequests(api.service, account.accountId, false, count);
  /** Goes to some seconds before the next full hour. */
  const nearTheHour = () => api.clock.set(new Date(floorToHour(api.clock.now()).getTime() + HOUR_MS - TO_THE_HOUR_MS));

  it('begins when the next hour does, if the requests of this one are used up', async () => {
    nearTheHour();
    await used(LIMIT);
    const listening = start('--since', 'beginning');
    const [{ message }] = await listening.told('notice');
    assert.match(message, /no requests left in this hour.+ Trying again in ([1-9]|10) s/);
    await listening.told('forward');
    assert.ok(api.clock.now().getUTCMinutes() === 0, 'in the next hour');
    assert.equal((await readFeed(api.call, account.test))[0]!.id, app.taken[0]!.id);
  });

  it('leaves the last requests of an hour to others, says that it saves, and is never refused', async () => {
    nearTheHour();
    await used(LIMIT - 2);
    const listening = start('--since', 'beginning');
    const [{ message }] = await listening.told('notice');
    assert.equal(message, '1 of 600 requests are left in this hour; asking less often to save them.');
    const { rows } = await api.service.db.pool.query<{ count: number }>(
      'select count from hourly_count where subject = $1',
      [`requests/${account.accountId}/false`],
    );
    assert.deepEqual(
      rows.map(({ count }) => count),
      [LIMIT - 1],
      'one is left',
    );
    await listening.told('forward');
    await advance(api.call, account.test, project.listings[0]!);
    await listening.told('forward', 2);
    assert.equal(listening.objects('notice').length, 1);
  });
});
