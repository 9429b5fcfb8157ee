import assert from 'node:assert/strict';
import { openDatabase } from '../../src/db/database.ts';
import { setDriver } from '../../src/services/drivers/set-driver.ts';
import { takeTurn } from '../../src/services/drivers/take-turn.ts';
import { descriptionOf, keepOneDirectory, launchOn } from '../support/directory-world.ts';
import { startTestService } from '../support/service.ts';

const PER_DAY = 7;

describe('the turns of a directory', () => {
  it('are as many a UTC day as its driver says, exact over several processes, and any number where it says none', async () => {
    const api = await startTestService();
    const other = await openDatabase(api.config.databaseUrl, 5);
    const directory = await keepOneDirectory(api);
    const { listing } = await launchOn(directory, api.call, (await api.newAgency()).keys.live.full);
    const driver = descriptionOf('https://directory.example');
    await setDriver(api.service, directory, { ...driver, per_day: PER_DAY });
    const granted = async (at: string) => {
      const takes = Array.from({ length: 40 }, (_, index) =>
        takeTurn(index % 2 ? other.sql : api.service.db.sql, listing, new Date(at)),
      );
      return (await Promise.all(takes)).filter(Boolean).length;
    };
    assert.equal(await granted('2026-11-21T23:59:59.999Z'), PER_DAY);
    assert.equal(await granted('2026-11-22T00:00:00.000Z'), PER_DAY);
    assert.equal(await granted('2026-11-21T00:00:00.000Z'), 0);
    await setDriver(api.service, directory, driver);
    assert.equal(await granted('2026-11-21T00:00:00.000Z'), 40);
    await other.close();
    await api.close();
  });
});
