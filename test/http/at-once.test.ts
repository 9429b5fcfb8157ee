import assert from 'node:assert/strict';
import type { ApiResponse, Call } from '../support/api-client.ts';
import { expectStatus, projectBody } from '../support/factories.ts';
import { startSecondApi, type SecondApi } from '../support/second-api.ts';
import { startTestService, type TestService } from '../support/service.ts';

const ROUNDS = 100;

describe(`two requests at once over two processes, ${ROUNDS} times`, () => {
  let api: TestService;
  let second: SecondApi;
  let key: string;

  before(async () => {
    api = await startTestService();
    second = await startSecondApi(api);
  });
  after(async () => {
    await second.close();
    await api.close();
  });
  beforeEach(async () => {
    key = (await api.newAgency()).keys.test.full;
  });

  const create = (call: Call, json: unknown, headers = {}) => call('POST', '/projects', { key, json, headers });
  const patch = (call: Call, id: string, json: unknown) => call('PATCH', `/projects/${id}`, { key, json });
  const draft = async () => expectStatus(await create(api.call, projectBody()), 201).body.id as string;
  const read = async (id: string) => expectStatus(await api.call('GET', `/projects/${id}`, { key }), 200).body;

  /** The answer with this status; the other one must have the other status. */
  function winner(answers: ApiResponse[], won: number, lost: number): [ApiResponse, ApiResponse] {
    const sorted = answers.toSorted((a, b) => a.status - b.status);
    assert.deepEqual(
      sorted.map(({ status }) => status),
      [won, lost],
      JSON.stringify(answers.map(({ body }) => body)),
    );
    return [sorted[0]!, sorted[1]!];
  }

  it('that create the same project make one, and the other is shown it', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const same = [{ url: `https://once-${round}.example.com` }, { contact_email: `${round}@example.com` }];
      const field = same[round % 2]!;
      const answers = await Promise.all([
        create(api.call, projectBody(field)),
        create(second.call, projectBody(field)),
      ]);
      const [made, refused] = winner(answers, 201, 409);
      assert.equal(refused.body.error.code, 'project_exists');
      assert.equal(refused.body.error.param, Object.keys(field)[0]);
      assert.equal(refused.body.error.existing.id, made.body.id);
    }
  });

  it('that give two projects the same reference give it to one, and the other is shown it', async () => {
    const [a, b] = [await draft(), await draft()];
    for (let round = 0; round < ROUNDS; round++) {
      const json = { external_id: `round-${round}` };
      const [changed, refused] = winner(
        await Promise.all([patch(api.call, a, json), patch(second.call, b, json)]),
        200,
        409,
      );
      assert.deepEqual([refused.body.error.code, refused.body.error.param], ['project_exists', 'external_id']);
      assert.equal(refused.body.error.existing.id, changed.body.id);
      assert.notEqual((await read(changed.body.id === a ? b : a)).external_id, json.external_id);
    }
  });

  it('that change different fields of one project are both kept', async () => {
    const id = await draft();
    for (let round = 0; round < ROUNDS; round++) {
      const [tagline, metadata] = [`Tagline ${round}`, { [`key ${round % 20}`]: round }];
      const answers = await Promise.all([patch(api.call, id, { tagline }), patch(second.call, id, { metadata })]);
      for (const answer of answers) expectStatus(answer, 200);
      const after = await read(id);
      assert.deepEqual([after.tagline, after.metadata[`key ${round % 20}`]], [tagline, round]);
    }
    assert.equal(Object.keys((await read(id)).metadata as object).length, 20);
  });

  it('with one idempotency key run once, and neither answer is lost', async () => {
    const ids = new Set<string>();
    for (let round = 0; round < ROUNDS; round++) {
      const [json, headers] = [projectBody(), { 'idempotency-key': `round ${round}` }];
      const answers = await Promise.all([create(api.call, json, headers), create(second.call, json, headers)]);
      const stored = expectStatus(await create(second.call, json, headers), 201);
      assert.equal(stored.headers['idempotent-replayed'], 'true');
      assert.equal(answers.filter(isFresh).length, 1);
      for (const answer of answers) {
        if (answer.status === 201) assert.deepEqual(answer.body, stored.body);
        else assert.deepEqual([answer.status, answer.body.error.code], [409, 'idempotency_key_in_use']);
      }
      ids.add(stored.body.id as string);
    }
    const { data } = expectStatus(await api.call('GET', '/projects?limit=100', { key }), 200).body;
    assert.deepEqual(new Set((data as { id: string }[]).map(({ id }) => id)), ids);
    assert.equal(ids.size, ROUNDS);
  });

  it('of which one changes and one deletes a draft leave none', async () => {
    for (let round = 0; round < 10; round++) {
      const id = await draft();
      const answers = await Promise.all([
        api.call('DELETE', `/projects/${id}`, { key }),
        patch(second.call, id, { tagline: 'Still here?' }),
      ]);
      expectStatus(answers[0], 200);
      assert.ok([200, 404].includes(answers[1].status), JSON.stringify(answers[1].body));
      expectStatus(await api.call('GET', `/projects/${id}`, { key }), 404);
    }
  });
});

function isFresh({ status, headers }: ApiResponse): boolean {
  return status === 201 && headers['idempotent-replayed'] === undefined;
}
