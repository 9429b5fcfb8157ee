import assert from 'node:assert/strict';
import { ApiError, createClient, followEvents, unwrap } from '../../client/src/index.ts';
import { createReadyProject, expectStatus } from '../support/factories.ts';
import { startTestService, type TestService } from '../support/service.ts';

describe('the client', () => {
  let api: TestService;
  let key: string;

  before(async () => {
    api = await startTestService();
    key = (await api.newAgency()).keys.test.full;
  });
  after(() => api.close());

  type Fault = (request: Request, attempt: number) => Response | Error | null;

  /** A client whose requests meet faults on their way; the service gets the rest. */
  function clientWith(fault: Fault, options: { maxRetries?: number; maxWaitMs?: number } = {}) {
    const sent: { key: string | null; body: string }[] = [];
    const client = createClient({
      baseUrl: `${api.config.publicUrl}/v1`,
      apiKey: key,
      ...options,
      fetch: async (request) => {
        sent.push({ key: request.headers.get('Idempotency-Key'), body: await request.clone().text() });
        const met = fault(request, sent.length);
        if (met instanceof Error) throw met;
        return met ?? fetch(request);
      },
    });
    return { client, sent };
  }

  const unavailable = (seconds = '0', status = 503) =>
    Response.json(
      { error: { code: 'unavailable', message: 'x', doc_url: 'x', request_id: 'x' } },
      { status, headers: { 'Retry-After': seconds } },
    );
  let sites = 0;
  const site = () => ({ url: `https://site-${++sites}.example.com` });

  it('makes one project where the answer to the create was lost', async () => {
    let lost: Response | undefined;
    const client = createClient({
      baseUrl: `${api.config.publicUrl}/v1/`,
      apiKey: key,
      fetch: async (request) => {
        const answer = await fetch(request);
        if (lost) return answer;
        lost = answer;
        throw new TypeError('fetch failed');
      },
    });
    const { data, response } = await client.POST('/projects', { body: site() });
    assert.equal(response.headers.get('Idempotent-Replayed'), 'true');
    assert.deepEqual(data, await lost!.json());
  });

  it('sends the key of the caller, and a new one for each create without', async () => {
    const { client, sent } = clientWith(() => null);
    await client.POST('/projects', { body: site(), params: { header: { 'Idempotency-Key': 'order-17' } } });
    await client.POST('/projects', { body: site() });
    await client.POST('/projects', { body: site() });
    await client.GET('/ping');
    assert.equal(sent[0]!.key, 'order-17');
    assert.equal(new Set(sent.slice(0, 3).map((one) => one.key)).size, 3);
    assert.equal(sent[3]!.key, null);
  });

  for (const status of [429, 503]) {
    it(`repeats a create after ${status} with the same key and body`, async () => {
      const { client, sent } = clientWith((_, attempt) => (attempt < 3 ? unavailable('0', status) : null));
      const { response } = await client.POST('/projects', { body: site() });
      assert.equal(response.status, 201);
      assert.equal(sent.length, 3);
      assert.deepEqual(sent[2], sent[0]);
    });
  }

  it('repeats 3 times at most, and gives the answer then', async () => {
    const { client, sent } = clientWith(() => unavailable());
    assert.equal((await client.GET('/ping')).response.status, 503);
    assert.equal(sent.length, 4);
  });

  it('does not wait longer than it may, nor repeat what might have happened without a key', async () => {
    const patient = clientWith(() => unavailable('61'));
    assert.equal((await patient.client.GET('/ping')).response.status, 503);
    assert.equal(patient.sent.length, 1);
    const careful = clientWith(() => unavailable());
    const { id } = await createReadyProject(api.call, key);
    const params = { path: { project_id: id } };
    assert.equal((await careful.client.POST('/projects/{project_id}/share_link', { params })).response.status, 503);
    assert.equal(careful.sent.length, 1);
    const broken = clientWith(() => new TypeError('fetch failed'));
    await assert.rejects(broken.client.POST('/projects/{project_id}/share_link', { params }), /fetch failed/);
    assert.equal(broken.sent.length, 1);
  });

  it('ends its wait when it is aborted', async () => {
    const { client } = clientWith(() => unavailable('50'));
    const abort = new AbortController();
    const call = client.GET('/ping', { signal: abort.signal });
    abort.abort(new Error('enough'));
    await assert.rejects(call, /enough|abort/i);
  });

  it('throws an ApiError with all that the body says', async () => {
    const { client } = clientWith(() => null);
    const body = site();
    const first = await unwrap(client.POST('/projects', { body }));
    await assert.rejects(unwrap(client.POST('/projects', { body })), (error) => {
      assert.ok(error instanceof ApiError);
      assert.deepEqual([error.status, error.code, error.param], [409, 'project_exists', 'url']);
      assert.equal(error.existing?.id, first.id);
      assert.match(error.requestId, /^req_/);
      assert.match(error.docUrl, /#project_exists$/);
      return true;
    });
  });

  it('follows the feed: what is there, and what comes while it polls, once and in order', async () => {
    const { keys } = await api.newAgency();
    const follower = createClient({ baseUrl: `${api.config.publicUrl}/v1`, apiKey: keys.test.read });
    const launch = async () => {
      const { id } = await createReadyProject(api.call, keys.test.full);
      expectStatus(await api.call('POST', `/projects/${id}/launch`, { key: keys.test.full }), 200);
      return id;
    };
    const launched = [await launch()];
    const followed: (string | null)[] = [];
    let resumeAt = '';
    for await (const { events, cursor } of followEvents(follower, { type: 'project.launched', pollIntervalMs: 1 })) {
      followed.push(...events.map(({ project }) => project));
      resumeAt = cursor;
      if (followed.length === launched.length && launched.length < 3) launched.push(await launch());
      else if (followed.length === 3) break;
    }
    assert.deepEqual(followed, launched);
    launched.push(await launch());
    for await (const { events } of followEvents(follower, { type: 'project.launched', cursor: resumeAt })) {
      assert.deepEqual(
        events.map(({ project }) => project),
        [launched[3]],
      );
      break;
    }
  });
});
