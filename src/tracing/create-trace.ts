import { AsyncLocalStorage } from 'node:async_hooks';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace as api, type Span } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { OpenSpan, Trace, Traceparent } from '../trace.ts';
import type { TracingSettings } from '../tracing-config.ts';
import { fromTraceparent, toTraceparent } from './traceparent.ts';

export interface ClosableTrace extends Trace {
  /** Sends what has not been sent, for a moment at most. */
  close(): Promise<void>;
}

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  internal: SpanKind.INTERNAL,
};
const BATCH_MS = 1_000;
const CLOSE_MS = 2_000;

/** Records traces and sends them by OTLP. Spans that a slow receiver leaves no room for are dropped: nothing waits for it. */
export function createTrace({ url, serviceName, sampleRatio }: TracingSettings): ClosableTrace {
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: CLOSE_MS });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampleRatio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: BATCH_MS })],
  });
  const tracer = provider.getTracer('directory-listing-service');
  const current = new AsyncLocalStorage<Traceparent>();

  return {
    isOn: true,
    current: () => current.getStore() ?? null,
    async span(name, { kind, parent, attributes = {} }, work) {
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, contextOf(parent));
      try {
        return await current.run(toTraceparent(span.spanContext()), () => work(open(span)));
      } catch (error) {
        fail(span, error instanceof Error ? error.name : 'Error');
        throw error;
      } finally {
        span.end();
      }
    },
    async close() {
      await Promise.race([
        provider.shutdown().catch(() => undefined),
        new Promise((resolve) => setTimeout(resolve, CLOSE_MS)),
      ]);
    },
  };
}

function contextOf(parent: Traceparent | null) {
  const context = parent === null ? null : fromTraceparent(parent);
  return context ? api.setSpanContext(ROOT_CONTEXT, context) : ROOT_CONTEXT;
}

function open(span: Span): OpenSpan {
  return {
    rename: (name) => void span.updateName(name),
    add: (attributes) => void span.setAttributes(attributes),
    fail: (reason) => fail(span, reason),
  };
}

/** With what kind of failure it was: its message may hold what is not to leave the service. */
function fail(span: Span, reason: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR, message: reason });
}
