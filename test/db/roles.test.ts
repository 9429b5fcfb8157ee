import assert from 'node:assert/strict';
import pg from 'pg';
import { openService, type Running, type Service } from '../../src/main/service.ts';
import { startWorker } from '../../src/main/start-worker.ts';
import type { TemporalServer } from '../../dev/temporal-server.ts';
import { adminOf, jsonOf } from '../admin/support/run-admin.ts';
import { eventually } from '../support/eventually.ts';
import { createReadyProject, expectStatus } from '../support/factories.ts';
import { startSecondApi, type SecondApi } from '../support/second-api.ts';
import { silent, startTestService, type TestService } from '../support/service.ts';
import { startDevServer, workflowBundle } from '../support/temporal.ts';

const PASSWORD = 'a-password-of-the-test';
const DENIED = { code: '42501' };

describe('roles of least rights', () => {
  let temporal: TemporalServer;
  let owner: TestService;
  let api: SecondApi;
  let workerService: Service;
  let worker: Running;

  before(async () => {
    temporal = await startDevServer();
    owner = await startTestService({ TEMPORAL_ADDRESS: temporal.address });
    const passwords = ['OWNER', 'API', 'WORKER', 'MAIL', 'OPERATOR'].map((name) => [
      `DATABASE_PASSWORD_${name}`,
      PASSWORD,
    ]);
    const admin = adminOf(owner.config.databaseUrl, Object.fromEntries(passwords));
    const { logins } = await jsonOf(admin, 'database', 'roles', '--generation', 'test');
    assert.deepEqual(
      logins,
      ['owner', 'api', 'worker', 'mail', 'operator'].map((name) => `listings_${name}_test`),
    );
    api = await startSecondApi(owner, { databaseUrl: urlOf('api') });
    const config = { ...owner.config, databaseUrl: urlOf('worker') };
    workerService = await openService(config, owner.clock);
    worker = await startWorker(config, workerService, silent, await workflowBundle());
  });
  after(async () => {
    await worker.close();
    await workerService.close();
    await api.close();
    await owner.close();
    await temporal.stop();
  });

  function urlOf(process: string): string {
    const url = new URL(owner.config.databaseUrl);
    url.username = `listings_${process}_test`;
    url.password = PASSWORD;
    return url.href;
  }

  async function asking<T>(process: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: urlOf(process) });
    await client.connect();
    return work(client).finally(() => client.end());
  }

  it('suffice for a launch, from the request to the slots of its listings', async () => {
    const { keys } = await owner.newAgency();
    const key = keys.test.full;
    const { id } = await createReadyProject(api.call, key);
    expectStatus(await api.call('POST', `/projects/${id}/launch`, { key, json: {} }), 200);
    await eventually('a listing with a slot', async () => {
      const { body } = await api.call('GET', `/projects/${id}/listings?status=in_progress&limit=1`, { key });
      return body.data.length === 1;
    });
  });

  for (const process of ['api', 'worker', 'mail', 'operator']) {
    it(`let the ${process} neither change tables, nor see passwords, nor run programs, nor say what has migrated`, () =>
      asking(process, async (client) => {
        for (const statement of [
          'create table mine (id int)',
          'alter table listing add column mine text',
          'drop table outbox',
          'truncate event',
          'select rolpassword from pg_authid',
          `copy (select 1) to program 'true'`,
          `copy outbox from '/etc/passwd'`,
          'delete from migration',
          'set role listings_owner',
        ]) {
          await assert.rejects(client.query(statement), DENIED, statement);
        }
      }));
  }

  it('let the API make no keys, accounts, purchases or directories, and read no secret of a directory', () =>
    asking('api', async (client) => {
      for (const statement of [
        `insert into api_key select * from api_key`,
        `update api_key set hash = ''`,
        `delete from account`,
        `insert into account_mode select * from account_mode`,
        `update account set suspended_at = null`,
        `insert into purchase (account_id) values ('acc_1')`,
        `update directory set name = ''`,
        `select * from directory_secret`,
      ]) {
        await assert.rejects(client.query(statement), DENIED, statement);
      }
    }));

  it("let the door for mail see mailboxes, and nobody's mail, projects or keys", () =>
    asking('mail', async (client) => {
      for (const statement of ['select sealed_content from email', 'select * from project', 'select * from api_key']) {
        await assert.rejects(client.query(statement), DENIED, statement);
      }
    }));

  it('cover the tables that a later migration makes', async () => {
    await asking('owner', (client) => client.query('create table made_later (id int)'));
    await asking('api', (client) => client.query('insert into made_later values (1)'));
    await asking('worker', (client) => client.query('delete from made_later'));
    await assert.rejects(
      asking('mail', (client) => client.query('select * from made_later')),
      DENIED,
    );
    await assert.rejects(
      asking('worker', (client) => client.query('drop table made_later')),
      DENIED,
    );
    await asking('owner', (client) => client.query('drop table made_later'));
  });

  it('let nobody else connect', async () => {
    const { rows } = await owner.service.db.pool.query(
      `select has_database_privilege('public', current_database(), 'connect') as allowed`,
    );
    assert.deepEqual(rows, [{ allowed: false }]);
  });
});
