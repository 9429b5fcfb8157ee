import assert from 'node:assert/strict';
import type { Traceparent } from '../../src/trace.ts';
import { createTrace, type ClosableTrace } from '../../src/tracing/create-trace.ts';
import { startOtlpReceiver, type OtlpReceiver } from './support/otlp-receiver.ts';

const REQUESTS = 400;

describe('The share of requests that are traced', () => {
  let otlp: OtlpReceiver;
  beforeEach(async () => {
    otlp = await startOtlpReceiver();
  });
  afterEach(() => otlp.close());

  const openTrace = (sampleRatio: number) =>
    createTrace({ url: `${otlp.url}/v1/traces`, serviceName: 'tested', sampleRatio });

  /** A request that leaves a row, which another process takes up. @returns what the row holds */
  async function requestAndFollow(api: ClosableTrace, worker: ClosableTrace): Promise<Traceparent> {
    const parent = await api.span('request', { kind: 'server', parent: null }, () => Promise.resolve(api.current()!));
    await worker.span('attempt', { kind: 'client', parent }, () => Promise.resolve());
    return parent;
  }

  it('is what is set, and a request is traced through all processes or through none', async () => {
    const [api, worker] = [openTrace(0.5), openTrace(0.5)];
    for (let request = 0; request < REQUESTS; request++) await requestAndFollow(api, worker);
    await Promise.all([api.close(), worker.close()]);
    const tracesOf = (name: string) => otlp.spans.filter((span) => span.name === name).map(({ traceId }) => traceId);
    const requests = tracesOf('request');
    assert.deepEqual(tracesOf('attempt').toSorted(), requests.toSorted());
    // Eight standard deviations, so that chance does not fail it.
    assert.ok(Math.abs(requests.length - REQUESTS / 2) <= 80, String(requests.length));
  });

  it('may be nothing: rows then say that what follows is not traced either', async () => {
    const [api, worker] = [openTrace(0), openTrace(1)];
    assert.match(await requestAndFollow(api, worker), /^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    await Promise.all([api.close(), worker.close()]);
    assert.deepEqual(otlp.spans, []);
  });
});
