import assert from 'node:assert/strict';
import { errorCodesOf } from '../../src/http/openapi/error-codes-of.ts';
import { isWrite, needsFullKey, type Operation } from '../../src/http/operation.ts';
import { operations } from '../../src/http/operations.ts';
import { ERROR_STATUS, type ErrorCode, type ErrorItem } from '../../src/errors.ts';
import { setSuspended } from '../../src/services/accounts/suspend-account.ts';
import { createSetupAccount, setHourlyRequests } from '../support/accounts.ts';
import type { ApiResponse } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { createReadyProject, expectStatus, picture, projectBody, upload } from '../support/factories.ts';
import { readyReport } from '../support/reports.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { bodyOf, buildWorld, pathIn, type World } from './support/world.ts';

/** How to make an operation fail with a code, and what its error then holds beside the code. */
interface Case {
  operation: string;
  code: ErrorCode;
  provoke: () => Promise<ApiResponse>;
  param?: string;
  errors?: ErrorItem[];
  /** The project that `existing` shows. */
  existing?: () => string;
}

/** What no request of a client can bring about: outage.test.ts provokes these for every operation. */
const PROVOKED_BY_AN_OUTAGE: ErrorCode[] = ['internal_error', 'unavailable'];

const NO_CREDIT_LEFT = 'update account_mode set launches_used = launches_total where account_id = $1';
const UNKNOWN_ID = {
  project_id: 'prj_',
  image_id: 'img_',
  listing_id: 'lst_',
  directory_id: 'dir_',
  webhook_endpoint_id: 'we_',
  webhook_delivery_id: 'wd_',
  event_id: 'evt_',
  report_id: 'rep_',
};
const UNKNOWN_DIRECTORY = `dir_${'0'.repeat(22)}`;
const DAY_MS = 86_400_000;

describe('error codes', () => {
  let api: TestService;
  let world: World;
  let suspendedKey: string;
  let exhaustedKey: string;

  before(async () => {
    api = await startTestService();
    world = await buildWorld(api);
    const suspended = await api.newAgency();
    await setSuspended(api.service, suspended.accountId, true);
    suspendedKey = suspended.keys.test.full;
    const exhausted = await api.newAgency();
    await setHourlyRequests(api.service, exhausted.accountId, false, 3_600);
    exhaustedKey = exhausted.keys.test.full;
  });
  after(() => api.close());

  const cases = [...operations.flatMap(casesOfEvery), ...casesOfSome()];

  for (const { operation, code, provoke, param, errors, existing } of cases) {
    it(`${operation} answers ${code}`, async () => {
      const { status, body } = await provoke();
      const { error } = body as { error: Record<string, unknown> & { existing?: { id: string } } };
      assert.deepEqual(
        { status, code: error.code, param: error.param, errors: error.errors, existing: error.existing?.id },
        { status: ERROR_STATUS[code], code, param, errors, existing: existing?.() },
      );
    });
  }

  it('are provoked here for every operation that lists them', () => {
    for (const operation of operations) {
      const provoked = cases.filter((one) => one.operation === operation.id).map((one) => one.code);
      assert.deepEqual(
        [...new Set([...provoked, ...PROVOKED_BY_AN_OUTAGE])].toSorted(),
        errorCodesOf(operation).toSorted(),
        operation.id,
      );
    }
  });

  function casesOfEvery(operation: Operation): Case[] {
    const call = (options: {
      key?: string;
      query?: string;
      path?: string;
      json?: unknown;
      text?: string;
      type?: string;
    }) =>
      api.call(operation.method, (options.path ?? pathIn(world, operation.path)) + (options.query ?? ''), {
        key: 'key' in options ? options.key : world.key,
        ...(options.text === undefined ? { json: options.json ?? bodyOf(operation.id) } : { body: options.text }),
        headers: options.type ? { 'content-type': options.type } : {},
      });
    const one = (code: ErrorCode, provoke: Case['provoke'], rest: Partial<Case> = {}): Case => ({
      operation: operation.id,
      code,
      provoke,
      ...rest,
    });
    const unknownPath = operation.path.replace(
      /\{(\w+)\}/,
      (_, name: keyof typeof UNKNOWN_ID) => UNKNOWN_ID[name] + '0'.repeat(22),
    );
    return [
      one('api_key_missing', () => call({ key: undefined as never })),
      one('api_key_invalid', () => call({ key: `svc_test_${'x'.repeat(32)}` })),
      one('rate_limited', () => call({ key: exhaustedKey })),
      one('unsupported_media_type', () => call({ text: 'url=x', type: 'application/x-www-form-urlencoded' })),
      one('invalid_json', () => call({ text: '{"url":', type: 'application/json' })),
      one('invalid_query', () => call({ query: '?limit=%zz' })),
      one('unknown_parameter', () => call({ query: '?livemode=true' }), { param: 'livemode' }),
      one('validation_failed', () => call({ json: [] }), {
        param: 'body',
        errors: [{ param: 'body', code: 'invalid_type' }],
      }),
      ...(needsFullKey(operation) ? [one('permission_denied', () => call({ key: world.agency.keys.test.read }))] : []),
      ...(isWrite(operation) ? [one('account_suspended', () => call({ key: suspendedKey }))] : []),
      ...(operation.testModeOnly ? [one('test_mode_only', () => call({ key: world.agency.keys.live.full }))] : []),
      ...(operation.path.includes('{') ? [one('not_found', () => call({ path: unknownPath }))] : []),
      ...(operation.takesIdempotencyKey
        ? [
            one('idempotency_key_in_use', () => repeatWhileRunning(operation)),
            one('idempotency_key_reused', async () => {
              const headers = { 'idempotency-key': `reused by ${operation.id}` };
              const created = await api.call('POST', '/projects', { key: world.key, json: projectBody(), headers });
              expectStatus(created, 201);
              return api.call(operation.method, pathIn(world, operation.path), {
                key: world.key,
                json: bodyOf(operation.id) ?? {},
                headers,
              });
            }),
          ]
        : []),
      ...(operation.isList
        ? [
            one('invalid_cursor', () => call({ query: '?cursor=abc' }), { param: 'cursor' }),
            one('cursor_expired', () => withOldCursor((query) => call({ query })), { param: 'cursor' }),
          ]
        : []),
    ];

    async function withOldCursor(act: (query: string) => Promise<ApiResponse>): Promise<ApiResponse> {
      const { body } = expectStatus(await call({ query: '?limit=1' }), 200);
      api.clock.advance(90 * DAY_MS + 1_000);
      try {
        return await act(`?cursor=${(body as { next_cursor: string }).next_cursor}`);
      } finally {
        api.clock.advance(-90 * DAY_MS - 1_000);
      }
    }
  }

  /** Sends a request twice with one idempotency key, while locks keep the first from ending. */
  async function repeatWhileRunning({ id, method, path }: Operation): Promise<ApiResponse> {
    const project = id === 'addListings' ? await launchOnOne() : (await createReadyProject(api.call, world.key)).id;
    const headers = { 'idempotency-key': `in use by ${id}` };
    const json = bodyOf(id) ?? {};
    const send = () => api.call(method, path.replace('{project_id}', project), { key: world.key, json, headers });
    const blocker = await api.service.db.pool.connect();
    await blocker.query('begin; lock table project, account_mode, webhook_endpoint in exclusive mode');
    const first = send();
    try {
      return await eventually('the first to run', async () => {
        const { rowCount } = await blocker.query(
          'select 1 from idempotency_key where key = $1',
          Object.values(headers),
        );
        return rowCount === 1 ? send() : null;
      });
    } finally {
      await blocker.query('rollback');
      blocker.release();
      assert.ok((await first).status < 300);
    }
  }

  /** A launched project with one listing, so that most of its allowance is free. */
  async function launchOnOne(): Promise<string> {
    const { id } = await createReadyProject(api.call, world.key);
    const json = { directories: { include: [await anyFitting()] } };
    expectStatus(await api.call('POST', `/projects/${id}/launch`, { key: world.key, json }), 200);
    return id;
  }

  /** A directory that fits a ready project. */
  async function anyFitting(): Promise<string> {
    const { data } = (await api.call('GET', `/projects/${world.launched}/listings?limit=1`, { key: world.key })).body;
    return (data as [{ directory: { id: string } }])[0].directory.id;
  }

  function casesOfSome(): Case[] {
    const post = (path: string, key: string, json?: unknown) => api.call('POST', path, { key, json });
    const unreachable = { url: 'http://127.0.0.1:1/logo.png' };
    let clashing = '';
    return [
      {
        operation: 'createProject',
        code: 'project_exists',
        param: 'external_id',
        existing: () => clashing,
        async provoke() {
          const body = projectBody({ external_id: 'taken' });
          clashing = (expectStatus(await post('/projects', world.key, body), 201).body as { id: string }).id;
          return post('/projects', world.key, projectBody({ external_id: 'taken' }));
        },
      },
      {
        operation: 'createProject',
        code: 'quota_exceeded',
        async provoke() {
          const { test } = await createSetupAccount(api.service);
          for (let made = 0; made < 25; made++) expectStatus(await post('/projects', test, projectBody()), 201);
          return post('/projects', test, projectBody());
        },
      },
      {
        operation: 'updateProject',
        code: 'project_exists',
        param: 'external_id',
        existing: () => clashing,
        async provoke() {
          const body = projectBody({ external_id: 'taken too' });
          clashing = (expectStatus(await post('/projects', world.key, body), 201).body as { id: string }).id;
          const json = { external_id: 'taken too' };
          return api.call('PATCH', `/projects/${world.ready}`, { key: world.key, json });
        },
      },
      {
        operation: 'updateProject',
        code: 'validation_failed',
        param: 'contact_email',
        errors: [{ param: 'contact_email', code: 'fixed_after_launch' }],
        provoke: () =>
          api.call('PATCH', `/projects/${world.launched}`, {
            key: world.key,
            json: { contact_email: 'new@example.com' },
          }),
      },
      {
        operation: 'deleteProject',
        code: 'already_launched',
        existing: () => world.launched,
        provoke: () => api.call('DELETE', `/projects/${world.launched}`, { key: world.key }),
      },
      {
        operation: 'setLogo',
        code: 'image_unreachable',
        param: 'url',
        provoke: () => api.call('PUT', `/projects/${world.ready}/logo`, { key: world.key, json: unreachable }),
      },
      {
        operation: 'addScreenshot',
        code: 'image_unreachable',
        param: 'url',
        provoke: () => post(`/projects/${world.ready}/screenshots`, world.key, unreachable),
      },
      {
        operation: 'addScreenshot',
        code: 'validation_failed',
        param: 'screenshots',
        errors: [{ param: 'screenshots', code: 'too_many' }],
        async provoke() {
          const { id } = await createReadyProject(api.call, world.key);
          const add = async () =>
            api.call('POST', `/projects/${id}/screenshots`, { key: world.key, body: upload(await picture()) });
          for (let added = 1; added < 5; added++) expectStatus(await add(), 201);
          return add();
        },
      },
      {
        operation: 'launchProject',
        code: 'no_launches_left',
        async provoke() {
          const { accountId, keys } = await api.newAgency();
          const { id } = await createReadyProject(api.call, keys.test.full);
          await api.service.db.pool.query(NO_CREDIT_LEFT, [accountId]);
          return post(`/projects/${id}/launch`, keys.test.full);
        },
      },
      {
        operation: 'launchProject',
        code: 'already_launched',
        existing: () => world.launched,
        provoke: () => post(`/projects/${world.launched}/launch`, world.key),
      },
      {
        operation: 'launchProject',
        code: 'not_ready',
        param: 'contact_email',
        errors: ['contact_email', 'logo', 'screenshots'].map((param) => ({ param, code: 'missing' })),
        async provoke() {
          const draft = expectStatus(await post('/projects', world.key, projectBody({ contact_email: null })), 201);
          return post(`/projects/${draft.body.id}/launch`, world.key);
        },
      },
      {
        operation: 'launchProject',
        code: 'nothing_to_submit',
        async provoke() {
          const { rows } = await api.service.db.pool.query<{ id: string }>('select id from directory');
          const excluded_directories = rows.map((row) => row.id);
          const { id } = await createReadyProject(api.call, world.key, { excluded_directories });
          return post(`/projects/${id}/launch`, world.key);
        },
      },
      {
        operation: 'launchProject',
        code: 'invalid_directories',
        param: 'directories.include[0]',
        errors: [{ param: 'directories.include[0]', code: 'unknown' }],
        provoke: () =>
          post(`/projects/${world.ready}/launch`, world.key, { directories: { include: [UNKNOWN_DIRECTORY] } }),
      },
      {
        operation: 'addListings',
        code: 'invalid_directories',
        param: 'directories.exclude[0]',
        errors: [{ param: 'directories.exclude[0]', code: 'unknown' }],
        async provoke() {
          const directories = { exclude: [UNKNOWN_DIRECTORY] };
          return post(`/projects/${await launchOnOne()}/listings`, world.key, { directories });
        },
      },
      {
        operation: 'addListings',
        code: 'allowance_exhausted',
        provoke: () => post(`/projects/${world.ready}/listings`, world.key),
      },
      {
        operation: 'addListings',
        code: 'nothing_to_submit',
        async provoke() {
          const { rows } = await api.service.db.pool.query<{ id: string }>('select id from directory');
          const launched = await launchOnOne();
          const json = { excluded_directories: rows.map((row) => row.id) };
          expectStatus(await api.call('PATCH', `/projects/${launched}`, { key: world.key, json }), 200);
          return post(`/projects/${launched}/listings`, world.key);
        },
      },
      {
        operation: 'verifyBadge',
        code: 'badge_not_found',
        async provoke() {
          const { id } = await createReadyProject(api.call, world.key, { url: 'http://127.0.0.1:1' });
          return post(`/projects/${id}/badge/verify`, world.key);
        },
      },
      {
        operation: 'advanceListing',
        code: 'allowance_exhausted',
        async provoke() {
          const { id } = await createReadyProject(api.call, world.key);
          expectStatus(await post(`/projects/${id}/launch`, world.key), 200);
          const { data } = (await api.call('GET', `/projects/${id}/listings?limit=1`, { key: world.key })).body;
          const advance = (to: string) =>
            post(`/test_helpers/listings/${(data as [{ id: string }])[0].id}/advance`, world.key, { to });
          expectStatus(await advance('cancelled'), 200);
          expectStatus(await post(`/projects/${id}/listings`, world.key), 200);
          // No pending listing may give way to the correction.
          await api.service.db.pool.query('update listing set auto_added = false where project_id = $1', [id]);
          return advance('submitted');
        },
      },
      ...['getReport', 'downloadReport'].map((operation): Case => ({
        operation,
        code: 'permission_denied',
        async provoke() {
          const { id } = await createReadyProject(api.call, world.key);
          const secret = await readyReport(api, world.key, id, { json: { format: 'pdf', include_logins: true } });
          const path = operation === 'getReport' ? `/reports/${secret.id}` : `/reports/${secret.id}/file`;
          return api.call('GET', path, { key: world.agency.keys.test.read });
        },
      })),
      {
        operation: 'downloadReport',
        code: 'gone',
        async provoke() {
          const { id } = await createReadyProject(api.call, world.key);
          const report = await readyReport(api, world.key, id);
          api.clock.advance(7 * DAY_MS + 1_000);
          try {
            return await api.call('GET', `/reports/${report.id}/file`, { key: world.key });
          } finally {
            api.clock.advance(-7 * DAY_MS - 1_000);
          }
        },
      },
      {
        operation: 'createWebhookEndpoint',
        code: 'endpoint_url_invalid',
        param: 'url',
        provoke: () => post('/webhook_endpoints', world.key, { url: 'http://hooks.example.com' }),
      },
      {
        operation: 'updateWebhookEndpoint',
        code: 'endpoint_url_invalid',
        param: 'url',
        provoke: () =>
          api.call('PATCH', `/webhook_endpoints/${world.endpoint}`, {
            key: world.key,
            json: { url: 'https://user:secret@hooks.example.com' },
          }),
      },
      {
        operation: 'retryWebhookDelivery',
        code: 'validation_failed',
        param: 'enabled',
        errors: [{ param: 'enabled', code: 'endpoint_disabled' }],
        async provoke() {
          const json = { url: 'https://hooks.example.com', enabled: false };
          const { id } = expectStatus(await post('/webhook_endpoints', world.key, json), 201).body as { id: string };
          const ping = expectStatus(await post(`/webhook_endpoints/${id}/test`, world.key), 201).body as { id: string };
          return post(`/webhook_deliveries/${ping.id}/retry`, world.key);
        },
      },
      {
        operation: 'createWebhookEndpoint',
        code: 'quota_exceeded',
        async provoke() {
          const { test } = await createSetupAccount(api.service);
          const json = { url: 'https://hooks.example.com' };
          for (let made = 0; made < 3; made++) expectStatus(await post('/webhook_endpoints', test, json), 201);
          return post('/webhook_endpoints', test, json);
        },
      },
    ];
  }
});
