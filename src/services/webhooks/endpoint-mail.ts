import type { AttemptError } from '../../db/entities/webhook.ts';
import { DISABLE_AFTER_MS, DISABLE_FROM_EVENTS } from '../../domain/endpoint-health.ts';
import { toSecond } from '../../domain/time.ts';

/** What a mail about a failing endpoint tells. */
export interface EndpointReport {
  endpointId: string;
  livemode: boolean;
  url: string;
  description: string | null;
  accountId: string;
  accountName: string;
  ownerEmail: string;
  failingSince: Date;
  /** Up to 10. */
  failedEvents: number;
  /** Pending deliveries, up to `MANY_DELIVERIES`. */
  waitingDeliveries: number;
  lastFailure: { at: Date; httpStatus: number | null; error: AttemptError | null } | null;
}

/** So many deliveries stand for all above. */
export const MANY_DELIVERIES = 1_000;

/**
 * The subject and plain text of the mail to an endpoint's owner.
 *
 * @param apiUrl what the API's paths are appended to
 */
export function writeEndpointMail(
  kind: 'warning' | 'disabled',
  report: EndpointReport,
  apiUrl: string,
): { subject: string; text: string } {
  const { host } = new URL(report.url);
  const paragraphs = kind === 'warning' ? warning(report, apiUrl) : disabled(report, apiUrl);
  return {
    subject:
      kind === 'warning'
        ? `Webhook endpoint at ${host} fails and will be disabled`
        : `Webhook endpoint at ${host} is disabled`,
    text: `${paragraphs.join('\n\n')}\n`,
  };
}

function warning(report: EndpointReport, apiUrl: string): string[] {
  const disableAt = toSecond(new Date(report.failingSince.getTime() + DISABLE_AFTER_MS));
  const missing = DISABLE_FROM_EVENTS - report.failedEvents;
  return [
    `No delivery to this webhook endpoint has succeeded since ${toSecond(report.failingSince)}.`,
    facts(report),
    missing > 0
      ? `It will be disabled at ${disableAt}, or later when ${DISABLE_FROM_EVENTS} different events have failed, unless a delivery succeeds before.`
      : `It will be disabled at ${disableAt} unless a delivery succeeds before.`,
    `A delivery succeeds when the endpoint answers any 2xx within 10 seconds. ${waiting(report)} Failed deliveries are sent again by themselves, up to 7 times within 33 hours. To try it now, send a test event:`,
    curl('POST', `${apiUrl}/webhook_endpoints/${report.endpointId}/test`),
    closing(report, apiUrl),
  ];
}

function disabled(report: EndpointReport, apiUrl: string): string[] {
  return [
    `This webhook endpoint is disabled: no delivery to it has succeeded since ${toSecond(report.failingSince)}, for at least 72 hours, and at least ${DISABLE_FROM_EVENTS} different events failed in that time.`,
    facts(report),
    'When the endpoint works, enable it again:',
    curl('PATCH', `${apiUrl}/webhook_endpoints/${report.endpointId}`, '{"enabled": true}'),
    `${waiting(report)} They are held: they go out when the endpoint is enabled, and fail when their event leaves the feed after 90 days. For events that happen while it is disabled there are no deliveries: read them from the feed.`,
    closing(report, apiUrl),
  ];
}

function facts(report: EndpointReport): string {
  const { endpointId, url, description, accountId, accountName, livemode, lastFailure } = report;
  return [
    `Endpoint:     ${endpointId}`,
    `URL:          ${shownUrl(url)}`,
    ...(description === null ? [] : [`Description:  ${oneLine(description)}`]),
    `Account:      ${oneLine(accountName)} (${accountId}), ${mode(livemode)} mode`,
    ...(lastFailure ? [`Last attempt: ${toSecond(lastFailure.at)}, ${describeFailure(lastFailure)}`] : []),
  ].join('\n');
}

function closing({ endpointId, livemode }: EndpointReport, apiUrl: string): string {
  return [
    `$KEY is a key of ${mode(livemode)} mode with full permissions. What was tried, and how it ended:`,
    `${apiUrl}/webhook_endpoints/${endpointId}/deliveries`,
    'No event is lost: the feed keeps each for 90 days.',
    `${apiUrl}/events`,
  ].join('\n');
}

function waiting({ waitingDeliveries: count }: EndpointReport): string {
  if (count === 1) return '1 delivery waits.';
  return `${count < MANY_DELIVERIES ? count : `${MANY_DELIVERIES} or more`} deliveries wait.`;
}

function curl(method: string, url: string, json?: string): string {
  const data = json === undefined ? '' : ` \\\n    -H 'Content-Type: application/json' -d '${json}'`;
  return `  curl -X ${method} ${url} \\\n    -H "Authorization: Bearer $KEY"${data}`;
}

const ERRORS: Record<AttemptError, string> = {
  timeout: 'no answer in time (timeout)',
  connection_failed: 'no connection (connection_failed)',
  tls_failed: 'no valid TLS connection (tls_failed)',
  redirect: 'a redirect, which is not followed (redirect)',
  blocked_address: 'the host is not public (blocked_address)',
};

function describeFailure({ httpStatus, error }: NonNullable<EndpointReport['lastFailure']>): string {
  const status = httpStatus === null ? [] : [`HTTP ${httpStatus}`];
  return [...status, ...(error ? [ERRORS[error]] : [])].join(', ');
}

/** Without what is secret: mail is not, and a query often holds a token. */
export function shownUrl(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return `${origin}${pathname}${search && '?…'}`;
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{C}\s]+/gu, ' ');
}

function mode(livemode: boolean): string {
  return livemode ? 'live' : 'test';
}
