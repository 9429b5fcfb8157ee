import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Agency } from '../../src/main/agency.ts';
import { eventually } from '../support/eventually.ts';
import { createReadyProject, expectStatus } from '../support/factories.ts';
import { askReady } from './support/ask.ts';
import { startOtlpReceiver, type OtlpReceiver, type ReceivedSpan } from './support/otlp-receiver.ts';
import { scrape } from './support/exposition.ts';
import { startProcesses, type Processes } from './support/processes.ts';

const read = (file: string) => readFile(new URL(`../../${file}`, import.meta.url), 'utf8');

/** What a query asks for: its words that are metrics of this service, of Node, of the process or of Temporal's SDK. */
function metricsIn(query: string): string[] {
  return [...query.matchAll(/\b(?:listings|nodejs|process|temporal)_\w+/g)].map(([name]) => name);
}

describe('The processes of the service', () => {
  let processes: Processes;
  let agency: Agency;
  let endpointId: string;
  let otlp: OtlpReceiver;

  before(async () => {
    otlp = await startOtlpReceiver();
    processes = await startProcesses({ OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url, SHUTDOWN_DELAY_MS: '5000' });
    agency = await processes.owner.newAgency();
    const json = { url: processes.receiver.url, events: ['*'] };
    const key = agency.keys.test.full;
    endpointId = expectStatus(await processes.call('POST', '/webhook_endpoints', { key, json }), 201).body.id as string;
  });
  after(async () => {
    await processes.close();
    await otlp.close();
  });

  it('name what each of them needs', async () => {
    const needs = async (url: string) => Object.keys((await askReady(url)).checks);
    assert.deepEqual(await needs(processes.urls.api), ['database', 'api']);
    assert.deepEqual(await needs(processes.urls.worker), ['database', 'temporal', 'workers', 'claimer']);
    assert.deepEqual(await needs(processes.urls.mail), ['database', 'mail']);
  });

  it('let nobody skip time, and tell none', async () => {
    for (const url of Object.values(processes.urls)) {
      const headers = { 'Content-Type': 'application/json' };
      const skip = await fetch(`${url}/skip`, { method: 'POST', headers, body: '{"by": "1s"}' });
      assert.equal(skip.status, 404);
      assert.equal((await fetch(`${url}/now`)).status, 404);
    }
  });

  it('count requests by operation and status, and errors by code', async () => {
    const { call, urls } = processes;
    const key = agency.keys.test.full;
    for (let time = 0; time < 3; time++) await call('GET', '/ping', { key });
    await call('GET', '/projects/prj_0000000000000000000000', { key });
    await call('GET', '/nowhere', { key });
    const metrics = await scrape(urls.api);
    const requests = (labels: Record<string, string>) => metrics.sum('listings_http_requests_total', labels);
    assert.equal(requests({ operation: 'ping', status: '200' }), 3);
    assert.equal(requests({ operation: 'getProject', status: '404' }), 1);
    assert.equal(requests({ operation: 'none', status: '404' }), 1);
    assert.equal(metrics.sum('listings_http_errors_total', { code: 'not_found' }), 1);
    assert.equal(metrics.sum('listings_http_errors_total', { code: 'route_not_found' }), 1);
    assert.equal(metrics.sum('listings_http_request_duration_seconds_count', { operation: 'ping' }), 3);
  });

  it('count attempts by their outcome, and time the first of each delivery from its event', async () => {
    const { call, receiver, urls } = processes;
    const ping = async () =>
      expectStatus(await call('POST', `/webhook_endpoints/${endpointId}/test`, { key: agency.keys.test.full }), 201);
    await ping();
    await eventually('a success', async () => {
      const metrics = await scrape(urls.worker);
      return metrics.sum('listings_webhook_attempts_total', { outcome: 'succeeded' }) === 1;
    });
    receiver.answerWith(() => 503);
    await ping();
    const metrics = await eventually('a failure', async () => {
      const now = await scrape(urls.worker);
      return now.sum('listings_webhook_attempts_total', { outcome: 'http_error' }) === 1 && now;
    });
    receiver.answerWith(() => 204);
    assert.equal(metrics.sum('listings_webhook_first_attempt_latency_seconds_count'), 2);
    const sum = metrics.sum('listings_webhook_first_attempt_latency_seconds_sum')!;
    assert(sum >= 0 && sum < 20, String(sum));
    await eventually('its workflow to be started', async () => {
      const now = await scrape(urls.worker);
      return (now.sum('listings_outbox_messages_total', { kind: 'start', outcome: 'published' }) ?? 0) >= 1;
    });
  });

  it('tell what waits, and what the SDK and the pool are at', async () => {
    const metrics = await scrape(processes.urls.worker);
    assert.equal(metrics.sum('listings_backlog_readable'), 1);
    assert.equal(metrics.sum('listings_stuck', { reason: 'parked' }), 0);
    assert(metrics.sum('temporal_worker_task_slots_available', { worker_type: 'WorkflowWorker' })! > 0);
    assert(metrics.sum('listings_database_pool_connections')! > 0);
    assert.equal(metrics.sum('listings_ready'), 1);
  });

  it('show in no label whose anything is', async () => {
    const { samples } = await scrape(...Object.values(processes.urls));
    const values = samples.flatMap(({ labels }) => Object.values(labels));
    assert(values.length > 100);
    assert.deepEqual(
      values.filter((value) => /(acc|prj|lst|we|wd|key)_|receiver\.localhost/.test(value)),
      [],
    );
  });

  it('export every metric that an alert or a panel asks for', async () => {
    const { names } = await scrape(...Object.values(processes.urls));
    const rules = (await read('ops/prometheus/alerts.yml')).split(/^ +- alert: /m).slice(1);
    const dashboard = JSON.parse(await read('ops/grafana/dashboard.json')) as {
      panels: { title: string; type: string; targets?: { expr: string }[] }[];
    };
    for (const panel of dashboard.panels.filter(({ type }) => type !== 'row')) {
      const asked = panel.targets!.map(({ expr }) => metricsIn(expr));
      assert(
        asked.every((metrics) => metrics.length > 0),
        panel.title,
      );
      assert.deepEqual(
        asked.flat().filter((name) => !names.has(name)),
        [],
        panel.title,
      );
    }
    assert(rules.length >= 8);
    for (const rule of rules) {
      const missing = metricsIn(rule).filter((name) => !names.has(name));
      assert.deepEqual(missing, [], rule.split('\n')[0]);
    }
  });

  it('export every metric that is documented, and no other of their own', async () => {
    const { names, samples } = await scrape(...Object.values(processes.urls));
    const documented = new Set(metricsIn(await read('docs/observability.md')));
    assert.deepEqual(
      [...documented].filter((name) => !names.has(name)),
      [],
    );
    const ofHistograms = new Set(
      samples.filter(({ labels }) => labels.le).map(({ name }) => name.slice(0, -'_bucket'.length)),
    );
    const own = [...names].filter(
      (name) => name.startsWith('listings_') && ![...ofHistograms].some((of) => name.startsWith(`${of}_`)),
    );
    assert.deepEqual(
      own.filter((name) => !documented.has(name)),
      [],
    );
  });

  it('trace a launch to its webhooks: request, messages, workflows, activities and attempts', async () => {
    const { call } = processes;
    const key = agency.keys.test.full;
    const { id } = await createReadyProject(call, key);
    expectStatus(await call('POST', `/projects/${id}/launch`, { key, json: {} }), 200);
    const spans = await eventually('the spans of an attempt for a listing that was moved', () => {
      const root = otlp.spans.find(({ name }) => name === 'launchProject');
      const ofLaunch = otlp.spans.filter(({ traceId }) => traceId === root?.traceId);
      const moved = ofLaunch.some((span) => isAttempt(span) && pathOf(ofLaunch, span).includes('moveListing'));
      return moved && ofLaunch;
    });
    const attempts = spans.filter(isAttempt);
    const paths = new Set(attempts.map((span) => pathOf(spans, span).join(' < ')));
    assert(paths.has('webhook attempt < launchProject'), [...paths].join('\n'));
    assert(paths.has('webhook attempt < grantSlots < publish wake < launchProject'), [...paths].join('\n'));
    const moved = 'webhook attempt < moveListing < publish wake < grantSlots < publish wake < launchProject';
    assert(paths.has(moved), [...paths].join('\n'));
    assert.equal(spans.filter(({ parentSpanId }) => parentSpanId === '').length, 1);
    const grant = spans.find(({ name }) => name === 'grantSlots')!;
    assert.equal(grant.attributes['temporal.workflow.type'], 'accountCapacity');
    assert(attempts.every(({ attributes }) => attributes['http.response.status_code'] === 204));
  });

  it('send nothing of a trace to endpoints, and take none from clients', async () => {
    const { call, receiver } = processes;
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const key = agency.keys.test.full;
    const before = receiver.received.length;
    expectStatus(await call('POST', `/webhook_endpoints/${endpointId}/test`, { key, headers: { traceparent } }), 201);
    await eventually('its webhook', () => receiver.received.slice(before).find(({ event }) => event.type === 'ping'));
    assert(receiver.received.every(({ headers }) => headers.traceparent === undefined));
    assert(otlp.spans.every(({ traceId }) => !traceparent.includes(traceId)));
  });

  it('are not ready while Temporal is away, where they need it', async () => {
    processes.temporalLine.cut();
    const worker = await askReady(processes.urls.worker);
    assert.equal(worker.status, 503);
    assert.match(worker.checks.temporal ?? '', /Temporal does not answer|no answer within/);
    assert.equal(worker.checks.database, null);
    assert.equal((await askReady(processes.urls.api)).status, 200);
    processes.temporalLine.mend();
    await eventually('the worker to be ready', async () => (await askReady(processes.urls.worker)).ready);
  });

  it('are not ready from when they are told to stop, while they end what they have begun', async () => {
    const { call, receiver, urls } = processes;
    const before = receiver.received.length;
    let answer: (status: number) => void = () => undefined;
    receiver.answerWith(() => new Promise((resolve) => (answer = resolve)));
    const key = agency.keys.test.full;
    expectStatus(await call('POST', `/webhook_endpoints/${endpointId}/test`, { key }), 201);
    await eventually('an attempt under way', () => receiver.received.length > before);
    // The door for mail, which sends away whoever says nothing, ends too soon to be asked.
    for (const kind of ['worker', 'api'] as const) {
      processes.stop(kind);
      await eventually(`${kind} to say so`, async () => {
        const { status, state } = await askReady(urls[kind]);
        return status === 503 && state === 'stopping';
      });
    }
    answer(204);
  });
});

function isAttempt({ name }: ReceivedSpan): boolean {
  return name === 'webhook attempt';
}

/** The names from a span up to the root, as far as they are known. */
function pathOf(spans: ReceivedSpan[], span: ReceivedSpan): string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return parent ? [span.name, ...pathOf(spans, parent)] : [span.name];
}
