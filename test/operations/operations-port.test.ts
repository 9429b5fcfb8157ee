import assert from 'node:assert/strict';
import type { Operations } from '../../src/main/start-operations.ts';
import { startTestOperations } from './support/ask.ts';

describe('The operations port', () => {
  let operations: Operations;
  before(async () => {
    operations = await startTestOperations();
    operations.add({
      method: 'POST',
      path: '/echo',
      answer: ({ body }) => ({ status: 200, json: { got: body ?? null } }),
    });
    operations.add({
      method: 'GET',
      path: '/broken',
      answer: () => Promise.reject(new Error('postgresql://user:secret@host/')),
    });
  });
  after(() => operations.close());

  it('answers /healthz while the event loop turns, ready or not', async () => {
    const response = await fetch(`${operations.url}/healthz`);
    assert.equal(response.status, 200);
    assert.deepEqual(await response.json(), { status: 'ok' });
  });

  it('answers /metrics in the text format, with what the process uses', async () => {
    const response = await fetch(`${operations.url}/metrics?any=thing`);
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
    const text = await response.text();
    for (const name of [
      'process_resident_memory_bytes',
      'process_cpu_seconds_total',
      'nodejs_eventloop_lag_p99_seconds',
    ])
      assert.match(text, new RegExp(`^${name} \\S+$`, 'm'));
  });

  it('answers HEAD as GET without a body', async () => {
    const response = await fetch(`${operations.url}/healthz`, { method: 'HEAD' });
    assert.equal(response.status, 200);
    assert.equal(await response.text(), '');
  });

  it('knows no other path', async () => {
    for (const path of ['/', '/metrics/', '/v1/ping', '/healthz/../readyz/x', '//healthz']) {
      const response = await fetch(`${operations.url}${path}`);
      assert.equal(response.status, 404, path);
    }
  });

  it('refuses another method, and says which there are', async () => {
    const posted = await fetch(`${operations.url}/healthz`, { method: 'POST' });
    assert.equal(posted.status, 405);
    assert.equal(posted.headers.get('allow'), 'GET, HEAD');
    const got = await fetch(`${operations.url}/echo`);
    assert.equal(got.status, 405);
    assert.equal(got.headers.get('allow'), 'POST');
  });

  describe('takes what is posted', () => {
    const post = (body: string, type = 'application/json') =>
      fetch(`${operations.url}/echo`, { method: 'POST', headers: { 'Content-Type': type }, body });

    it('as JSON', async () => {
      assert.deepEqual(await (await post('{"by": "33h"}')).json(), { got: { by: '33h' } });
      assert.deepEqual(await (await post('')).json(), { got: null });
    });

    it('and no other way, so that no web page can post', async () => {
      assert.equal((await post('{}', 'text/plain')).status, 415);
      const asked = await fetch(`${operations.url}/echo`, { method: 'OPTIONS' });
      assert.equal(asked.status, 405);
      assert.equal(asked.headers.get('access-control-allow-origin'), null);
    });

    it('refuses what is no JSON and what is too long', async () => {
      assert.equal((await post('{by')).status, 400);
      assert.equal((await post(JSON.stringify('x'.repeat(20_000)))).status, 413);
    });
  });

  it('shows nothing of a failure but that there was one', async () => {
    const response = await fetch(`${operations.url}/broken`);
    assert.equal(response.status, 500);
    assert.doesNotMatch(await response.text(), /secret|host|at /);
  });
});
