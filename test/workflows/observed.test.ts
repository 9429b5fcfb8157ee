import assert from 'node:assert/strict';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Registry } from 'prom-client';
import { createEventMetrics } from '../../src/operations/event-metrics.ts';
import { changeBrand } from '../../src/services/accounts/account-brand.ts';
import { createTrace, type ClosableTrace } from '../../src/tracing/create-trace.ts';
import { startOtlpReceiver, type OtlpReceiver } from '../operations/support/otlp-receiver.ts';
import { parseExposition } from '../operations/support/exposition.ts';
import { eventually } from '../support/eventually.ts';
import { createReadyProject, expectStatus, picture, projectBody } from '../support/factories.ts';
import { domainsOf, openPagerankReply, startRatingServer, type RatingServer } from '../support/rating-server.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startSite, type Site } from '../support/site.ts';
import { startSmtpServer, type TestSmtpServer } from '../support/smtp-server.ts';
import { startTestStack, startTimeSkipping, type TestStack } from '../support/temporal.ts';

describe('a service that is watched', () => {
  const registry = new Registry();
  let env: TestWorkflowEnvironment;
  let stack: TestStack;
  let otlp: OtlpReceiver;
  let trace: ClosableTrace;
  let site: Site;
  let ratings: RatingServer;
  let mail: TestSmtpServer;
  let receiver: Receiver;

  before(async () => {
    [env, otlp, site, ratings, mail, receiver] = await Promise.all([
      startTimeSkipping(),
      startOtlpReceiver(),
      startSite(),
      startRatingServer(),
      startSmtpServer(null),
      startReceiver(),
    ]);
    ratings.answerWith(() => openPagerankReply({}));
    trace = createTrace({ url: `${otlp.url}/v1/traces`, serviceName: 'tested', sampleRatio: 1 });
    const settings = {
      ...receiver.settings,
      RATING_PROVIDER: 'open-pagerank',
      RATING_API_KEY: 'key',
      RATING_API_URL: `${ratings.url}/`,
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      MAIL_FROM: 'Listings <listings@service.example>',
    };
    stack = await startTestStack(env.address, settings, { observe: createEventMetrics(registry), trace });
  });
  after(async () => {
    await stack.close();
    await trace.close();
    await Promise.all([receiver.close(), mail.close(), ratings.close(), site.close(), otlp.close()]);
    await env.teardown();
  });
  // Skipped time is the whole service's.
  beforeEach(async () => stack.clock.set(new Date(await env.currentTimeMs())));

  /** A counter's values by its outcomes, once they are these. */
  async function counts(metric: string, expected: Record<string, number>): Promise<void> {
    let last = {};
    const read = async () => {
      const { samples } = parseExposition(await registry.metrics());
      const own = samples.filter(({ name }) => name === `listings_${metric}_total`);
      last = Object.fromEntries(own.map(({ labels, value }) => [labels.outcome, value]));
      return JSON.stringify(Object.entries(last).toSorted()) === JSON.stringify(Object.entries(expected).toSorted());
    };
    await eventually(metric, read, 20_000).catch(() => undefined);
    assert.deepEqual(last, expected);
  }

  it('counts images by how their import ended', async () => {
    const key = (await stack.newAgency()).keys.test.full;
    const json = {
      ...projectBody(),
      logo_url: site.serve('/logo.png', await picture('png', 30, 20)),
      screenshot_urls: [
        site.serve('/1.png', await picture('png', 50, 40)),
        site.serve('/2.png', 'no picture'),
        `${site.url}/nothing-there.png`,
      ],
    };
    expectStatus(await stack.call('POST', '/projects', { key, json }), 201);
    await counts('image_imports', { ready: 2, image_invalid: 1, image_unreachable: 1 });
  });

  it('counts reports that became ready, and those that failed', async () => {
    const { accountId, keys } = await stack.newAgency();
    const { id } = await createReadyProject(stack.call, keys.test.full);
    const request = async (format: string) =>
      expectStatus(await stack.call('POST', `/projects/${id}/reports`, { key: keys.test.full, json: { format } }), 201);
    await request('xlsx');
    await counts('reports', { ready: 1 });
    await changeBrand(stack.service, accountId, { logo: { png: Buffer.from('none'), width: 1, height: 1 } });
    await request('pdf');
    await counts('reports', { ready: 1, failed: 1 });
  });

  it('counts domains that were measured, those that were not, and what a provider refused', async () => {
    let isBusy = true;
    ratings.answerWith((request) => {
      if (isBusy) return { status: 429, headers: { 'retry-after': '60' } };
      const known = domainsOf(request).filter((domain) => domain.startsWith('known'));
      return openPagerankReply(Object.fromEntries(known.map((domain) => [domain, 5])));
    });
    // What the tests before left to be measured is not counted here.
    await stack.service.db.pool.query('update project set rating_due_at = null');
    registry.getSingleMetric('listings_ratings_total')!.reset();
    const key = (await stack.newAgency()).keys.test.full;
    for (const host of ['known.com', 'docs.known.com', 'known.dev', 'unknown.com']) {
      expectStatus(await stack.call('POST', '/projects', { key, json: { url: `https://${host}` } }), 201);
    }
    await eventually('a refusal', async () => /slow_down/.test(await registry.metrics()));
    isBusy = false;
    await env.sleep('5 minutes');
    await counts('ratings', { measured: 2, unanswered: 1, slow_down: 1 });
  });

  describe('over days', () => {
    let key: string;
    let endpoint: string;

    beforeEach(async () => {
      receiver.answerWith(() => 500);
      key = (await stack.newAgency()).keys.test.full;
      const json = { url: receiver.url, events: ['report.ready'] };
      endpoint = expectStatus(await stack.call('POST', '/webhook_endpoints', { key, json }), 201).body.id as string;
    });

    const ping = async () =>
      expectStatus(await stack.call('POST', `/webhook_endpoints/${endpoint}/test`, { key }), 201).body.id as string;
    const workflow = (id: string) => env.client.workflow.getHandle(id);
    const started = (id: string) =>
      eventually(id, () =>
        workflow(id)
          .describe()
          .then(
            () => true,
            () => false,
          ),
      );

    it('counts mails that were taken, put off and refused for good', async () => {
      mail.refuse({ recipient: 450 });
      for (let event = 0; event < 10; event++) await ping();
      await started(`endpoint/${endpoint}`);
      await env.sleep('36 hours');
      await eventually('a failure', async () => /mails_total\{outcome="failed"\}/.test(await registry.metrics()));
      mail.refuse({ recipient: 550 });
      await env.sleep('10 hours');
      mail.refuse({});
      await workflow(`endpoint/${endpoint}`).result();
      const metrics = parseExposition(await registry.metrics());
      assert.equal(metrics.sum('listings_mails_total', { outcome: 'refused' }), 1);
      assert.equal(metrics.sum('listings_mails_total', { outcome: 'sent' }), mail.taken.length);
      assert.equal(mail.taken.length, 1);
    });

    it('keeps all 7 attempts of a delivery in the trace of the request that its event follows from', async () => {
      const delivery = await ping();
      await started(`delivery/${delivery}`);
      await workflow(`delivery/${delivery}`).result();
      const attempts = await eventually('7 spans', () => {
        const ofDelivery = otlp.spans.filter(({ attributes }) => attributes['listings.delivery_id'] === delivery);
        return ofDelivery.length >= 7 && ofDelivery;
      });
      assert.equal(attempts.length, 7);
      const root = otlp.spans.find(({ spanId }) => spanId === attempts[0]!.parentSpanId)!;
      assert.deepEqual([root.name, root.parentSpanId], ['testWebhookEndpoint', '']);
      const ofTrace = otlp.spans.filter(({ traceId }) => traceId === root.traceId).map(({ name }) => name);
      assert.ok(ofTrace.includes('publish start') && ofTrace.includes('makeAttemptDue'), ofTrace.join());
      for (const { name, traceId, parentSpanId, isError, attributes } of attempts) {
        assert.deepEqual([name, traceId, parentSpanId], ['webhook attempt', root.traceId, root.spanId]);
        assert.deepEqual([isError, attributes['http.response.status_code']], [true, 500]);
      }
    });
  });
});
