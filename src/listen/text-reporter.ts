import colors from 'picocolors';
import type { WebhookOutcome } from '../outbound/webhook-exchange.ts';
import { plainText } from './plain-text.ts';
import { isSuccess, type Reporter, type Session } from './reporter.ts';

const TYPE_WIDTH = 24;
const ID_WIDTH = 26;

/** Tells a developer: a line for each event, `time type event project answer duration`. */
export function createTextReporter(write: (line: string) => void): Reporter {
  return {
    started: (session) => write(describeSession(session)),
    ready: (passedOver) => write(`\nReady: ${describeStart(passedOver)} Ctrl-C ends.\n`),
    forwarded({ id, type, created_at, project }, outcome) {
      const subject = plainText(project ?? '-').padEnd(ID_WIDTH);
      const what = `${plainText(created_at)}  ${plainText(type).padEnd(TYPE_WIDTH)}  ${id}  ${subject}`;
      write(`${what}  ${describeOutcome(outcome)}  ${colors.dim(`${outcome.durationMs} ms`)}`);
    },
    notice: (message) => write(colors.yellow(message)),
    ended({ succeeded, failed }) {
      const failures = failed > 0 ? `, of which ${failed} failed` : '';
      write(`\nForwarded ${count(succeeded + failed, 'event')}${failures}.`);
    },
  };
}

function describeSession({ account, livemode, keyId, forwardUrl, events, project, newSecret }: Session): string {
  const mode = livemode ? colors.bold(colors.red('live mode')) : colors.bold('test mode');
  const what = events.includes('*') ? 'all events' : events.join(', ');
  return [
    `Account  ${plainText(account)}, ${mode}, by key ${plainText(keyId)}`,
    `Events   ${what}${project === null ? '' : ` of ${project}`}`,
    `Forward  ${forwardUrl}`,
    ...(newSecret === null
      ? []
      : [`Secret   ${newSecret}`, '         Made for this run: your app verifies with it. --secret keeps one.']),
  ].join('\n');
}

function describeStart(passedOver: number | null): string {
  if (passedOver === null) return 'events are forwarded from the oldest of the feed on.';
  return `events from now on are forwarded; passed over ${count(passedOver, 'event')} before that.`;
}

function describeOutcome(outcome: WebhookOutcome): string {
  const { httpStatus, error } = outcome;
  const text = [httpStatus, error].filter((part) => part !== null).join(' ');
  return isSuccess(outcome) ? colors.green(text) : colors.red(`${text} failed`);
}

function count(number: number, thing: string): string {
  return `${number.toLocaleString('en')} ${thing}${number === 1 ? '' : 's'}`;
}
