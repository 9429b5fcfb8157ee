import assert from 'node:assert/strict';
import { startTestService, type TestService } from '../support/service.ts';
import { refusalsOf } from './support/refusals.ts';

describe('a query', () => {
  let api: TestService;
  let key: string;

  before(async () => {
    api = await startTestService();
    key = (await api.newAgency()).keys.test.full;
  });
  after(() => api.close());
  const itRefuses = refusalsOf(() => api);

  const get = (query: string) => api.call('GET', `/projects?${query}`, { key });
  for (const query of ['q=%zz', '%', 'q=100%', 'q=%ff', 'limit=%1', 'q=%c0%80', 'q=%ed%a0%80']) {
    itRefuses(query, 400, 'invalid_query', () => get(query));
  }
  for (const query of ['livemode=true', '__proto__=1', 'constructor=1', '=1', 'Limit=1', 'limit[]=1', '7=1', 'mode=']) {
    itRefuses(query, 400, 'unknown_parameter', () => get(query));
  }
  for (const query of [
    'limit=0',
    'limit=101',
    'limit=-1',
    'limit=1.5',
    'limit=1e1',
    'limit=ten',
    'limit=1&limit=2',
    'limit=1&limit=1',
    'limit=99999999999999999999',
    'q=a',
    'q=ab%00',
    `q=${'a'.repeat(101)}`,
    'status=unknown',
    'status=draft&status=draft',
    `external_id=${'x'.repeat(101)}`,
  ]) {
    itRefuses(query.slice(0, 40), 422, 'validation_failed', () => get(query));
  }

  it('names an unknown parameter as it is written', async () => {
    assert.equal((await get('7=1')).body.error.param, '7');
    assert.equal((await get('livemode=')).body.error.param, 'livemode');
  });
});
