import assert from 'node:assert/strict';
import { setSuspended } from '../../src/services/accounts/suspend-account.ts';
import { createSetupAccount, setHourlyImports, setHourlyRequests } from '../support/accounts.ts';
import type { CallOptions } from '../support/api-client.ts';
import { createReadyProject, expectStatus, projectBody } from '../support/factories.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { buildWorld, type World } from './support/world.ts';

const UNKNOWN_PROJECT = `/projects/prj_${'0'.repeat(22)}`;
const JSON_TYPE = { 'content-type': 'application/json' };

/** Of several failures the first of the order answers. Each request here has both of its failures. */
describe('the order of checks', () => {
  let api: TestService;
  let world: World;
  let suspended: { full: string; read: string };
  let exhausted: { full: string; read: string };

  before(async () => {
    api = await startTestService();
    world = await buildWorld(api);
    const one = await api.newAgency();
    await setSuspended(api.service, one.accountId, true);
    suspended = one.keys.test;
    const other = await api.newAgency();
    await setSuspended(api.service, other.accountId, true);
    await setHourlyRequests(api.service, other.accountId, false, 3_600);
    exhausted = other.keys.test;
  });
  after(() => api.close());

  type Request = [method: string, path: string, options: CallOptions];
  const pairs: [first: string, second: string, request: () => Request][] = [
    ['route_not_found', 'api_key_missing', () => ['GET', '/nothing', {}]],
    ['method_not_allowed', 'api_key_missing', () => ['DELETE', '/ping', {}]],
    ['api_key_missing', 'unsupported_media_type', () => ['POST', '/projects', { body: 'x' }]],
    ['rate_limited', 'permission_denied', () => ['POST', '/projects', { key: exhausted.read, json: {} }]],
    ['rate_limited', 'account_suspended', () => ['POST', '/projects', { key: exhausted.full, json: {} }]],
    ['permission_denied', 'account_suspended', () => ['POST', '/projects', { key: suspended.read, json: {} }]],
    ['permission_denied', 'not_found', () => ['GET', `${UNKNOWN_PROJECT}/logins`, { key: suspended.read }]],
    ['account_suspended', 'unsupported_media_type', () => ['POST', '/projects', { key: suspended.full, body: 'x' }]],
    ['unsupported_media_type', 'invalid_query', () => ['POST', '/projects?%zz', { key: world.key, body: 'x' }]],
    [
      'invalid_json',
      'invalid_query',
      () => ['POST', '/projects?%zz', { key: world.key, body: '{', headers: JSON_TYPE }],
    ],
    ['invalid_query', 'unknown_parameter', () => ['POST', '/projects?%zz', { key: world.key, json: { mode: 1 } }]],
    ['invalid_query', 'validation_failed', () => ['POST', '/projects?%zz', { key: world.key, json: [] }]],
    [
      'unknown_parameter',
      'not_found',
      () => ['POST', `${UNKNOWN_PROJECT}/launch`, { key: world.key, json: { mode: 1 } }],
    ],
    [
      'unknown_parameter',
      'validation_failed',
      () => ['POST', '/projects', { key: world.key, json: { url: 1, mode: 1 } }],
    ],
    ['unknown_parameter', 'validation_failed', () => ['POST', '/projects?mode=1', { key: world.key, json: [] }]],
    ['unknown_parameter', 'invalid_cursor', () => ['GET', '/projects?cursor=x&mode=1', { key: world.key }]],
    ['not_found', 'invalid_cursor', () => ['GET', `${UNKNOWN_PROJECT}/listings?cursor=x`, { key: world.key }]],
    [
      'not_found',
      'validation_failed',
      () => ['POST', `${UNKNOWN_PROJECT}/launch`, { key: world.key, json: { auto_replace: 1 } }],
    ],
    ['not_found', 'validation_failed', () => ['POST', `${UNKNOWN_PROJECT}/launch`, { key: world.key, json: [] }]],
    [
      'not_found',
      'validation_failed',
      () => ['POST', `${UNKNOWN_PROJECT}/launch`, { key: world.key, json: { auto_replace: 'x'.repeat(1_100_000) } }],
    ],
    ['invalid_cursor', 'validation_failed', () => ['GET', '/projects?cursor=x&limit=0', { key: world.key }]],
    ['invalid_cursor', 'validation_failed', () => ['GET', `/projects?cursor=${'x'.repeat(501)}`, { key: world.key }]],
    [
      'validation_failed',
      'already_launched',
      () => ['POST', `/projects/${world.launched}/launch`, { key: world.key, json: { auto_replace: 1 } }],
    ],
    [
      'validation_failed',
      'endpoint_url_invalid',
      () => ['POST', '/webhook_endpoints', { key: world.key, json: { url: 'http://a', events: ['nonsense'] } }],
    ],
  ];

  for (const [first, second, request] of pairs) {
    it(`answers ${first} before ${second}`, async () => {
      const [method, path, options] = request();
      const { body } = await api.call(method, path, options);
      assert.equal(body.error.code, first, JSON.stringify(body));
    });
  }

  it('answers not_found before a used idempotency key, and that before validation_failed', async () => {
    const headers = { 'idempotency-key': 'used' };
    const post = async (path: string, json: unknown) =>
      (await api.call('POST', path, { key: world.key, json, headers })).body;
    const body = projectBody();
    const { id } = await post('/projects', body);
    assert.equal((await post(`${UNKNOWN_PROJECT}/launch`, { auto_replace: 1 })).error.code, 'not_found');
    assert.equal((await post('/projects', { mode: 1 })).error.code, 'unknown_parameter');
    assert.equal((await post('/projects', { url: 1 })).error.code, 'idempotency_key_reused');
    assert.equal((await post('/projects', [])).error.code, 'idempotency_key_reused');
    assert.equal((await post('/projects', body)).id, id, 'the answer is replayed, though the url is taken by now');
  });

  it('answers validation_failed before rate_limited of image imports', async () => {
    const { accountId, keys } = await api.newAgency();
    const { id } = await createReadyProject(api.call, keys.test.full);
    await setHourlyImports(api.service, accountId, false, 60);
    const put = (json: unknown) => api.call('PUT', `/projects/${id}/logo`, { key: keys.test.full, json });
    assert.equal((await put({ url: 'no url' })).body.error.code, 'validation_failed');
    assert.equal((await put({ url: 'http://127.0.0.1:1/a.png' })).body.error.code, 'rate_limited');
  });

  it('answers no_launches_left before already_launched before not_ready', async () => {
    const { accountId, keys } = await api.newAgency();
    const key = keys.test.full;
    const { id } = await createReadyProject(api.call, key);
    const draft = expectStatus(await api.call('POST', '/projects', { key, json: projectBody() }), 201).body;
    const launch = async (project: string) =>
      (await api.call('POST', `/projects/${project}/launch`, { key })).body.error?.code as string | undefined;
    assert.equal(await launch(id), undefined);
    assert.equal(await launch(id), 'already_launched');
    assert.equal(await launch(draft.id as string), 'not_ready');
    await api.service.db.pool.query('update account_mode set launches_used = launches_total where account_id = $1', [
      accountId,
    ]);
    assert.equal(await launch(id), 'no_launches_left');
    assert.equal(await launch(draft.id as string), 'no_launches_left');
  });

  it('answers a change with validation_failed before project_exists', async () => {
    const taken = { external_id: 'taken before' };
    expectStatus(await api.call('POST', '/projects', { key: world.key, json: projectBody(taken) }), 201);
    const patch = async (id: string, json: unknown) =>
      (await api.call('PATCH', `/projects/${id}`, { key: world.key, json })).body.error.code as string;
    const unknown = { excluded_directories: [`dir_${'0'.repeat(22)}`] };
    assert.equal(await patch(world.ready, { ...taken, ...unknown }), 'validation_failed');
    assert.equal(await patch(world.launched, { ...taken, contact_email: 'x@example.com' }), 'validation_failed');
    assert.equal(await patch(world.launched, taken), 'project_exists');
  });

  it('answers validation_failed before project_exists before quota_exceeded', async () => {
    const { test: key } = await createSetupAccount(api.service);
    const create = (overrides: Record<string, unknown>) =>
      api.call('POST', '/projects', { key, json: projectBody(overrides) });
    for (let made = 0; made < 25; made++) expectStatus(await create({ external_id: `own-${made}` }), 201);
    const clash = { external_id: 'own-0' };
    const unknown = { excluded_directories: [`dir_${'0'.repeat(22)}`] };
    assert.equal((await create({ ...clash, ...unknown })).body.error.code, 'validation_failed');
    assert.equal((await create(clash)).body.error.code, 'project_exists');
    assert.equal((await create({})).body.error.code, 'quota_exceeded');
  });
});
