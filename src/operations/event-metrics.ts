import { Counter, Histogram, type Registry } from 'prom-client';
import type { Observe } from '../observe.ts';
import { outcomesOf } from './activity-outcomes.ts';

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const LATENCY_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300];
const ATTEMPT_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30];
const ACTIVITY_SECONDS = [0.005, 0.025, 0.1, 0.5, 1, 5, 15, 60, 300];

/** What happens in this process, counted. No label names an account, a project, a URL or anything else of theirs. */
export function createEventMetrics(registry: Registry): Observe {
  const counter = <T extends string>(name: string, help: string, labelNames: T[]) =>
    new Counter({ name, help, labelNames, registers: [registry] });
  const histogram = <T extends string>(name: string, help: string, buckets: number[], labelNames: T[] = []) =>
    new Histogram({ name, help, buckets, labelNames, registers: [registry] });

  const requests = counter('listings_http_requests_total', 'Requests answered.', ['operation', 'status']);
  const errors = counter('listings_http_errors_total', 'Error answers.', ['code']);
  const requestSeconds = histogram(
    'listings_http_request_duration_seconds',
    'From a request until its answer is ready.',
    REQUEST_SECONDS,
    ['operation'],
  );
  const attempts = counter('listings_webhook_attempts_total', 'Attempts of webhook deliveries.', ['outcome']);
  const attemptSeconds = histogram(
    'listings_webhook_attempt_duration_seconds',
    'From the begin of an attempt to its end.',
    ATTEMPT_SECONDS,
  );
  const firstAttemptSeconds = histogram(
    'listings_webhook_first_attempt_latency_seconds',
    'From an event until the first attempt at delivering it begins.',
    LATENCY_SECONDS,
  );
  const messages = counter('listings_outbox_messages_total', 'Messages handed to Temporal.', ['kind', 'outcome']);
  const mails = counter('listings_mails_total', 'Mails to owners of endpoints.', ['outcome']);
  const activitySeconds = histogram(
    'listings_activity_duration_seconds',
    'Executions of activities.',
    ACTIVITY_SECONDS,
    ['activity', 'outcome'],
  );
  const results = {
    reports: counter('listings_reports_total', 'Reports whose building ended.', ['outcome']),
    imageImports: counter('listings_image_imports_total', 'Images whose import ended.', ['outcome']),
    ratings: counter('listings_ratings_total', 'Domains that a provider of ratings was asked about.', ['outcome']),
  };

  return {
    request({ operation, status, errorCode, durationMs }) {
      requests.inc({ operation, status });
      requestSeconds.observe({ operation }, durationMs / 1_000);
      if (errorCode) errors.inc({ code: errorCode });
    },
    attempt({ result, durationMs, waitedMs }) {
      attempts.inc({ outcome: result });
      attemptSeconds.observe(durationMs / 1_000);
      if (waitedMs !== null) firstAttemptSeconds.observe(waitedMs / 1_000);
    },
    message: (kind, outcome) => messages.inc({ kind, outcome }),
    mail: (outcome) => mails.inc({ outcome }),
    activity({ name, outcome, durationMs, result }) {
      activitySeconds.observe({ activity: name, outcome }, durationMs / 1_000);
      if (outcome === 'failed') return;
      for (const { of, outcome: ended, count } of outcomesOf(name, result)) results[of].inc({ outcome: ended }, count);
    },
  };
}
