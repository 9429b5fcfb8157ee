import type { Reporter } from './reporter.ts';

/** Tells a program: one JSON object a line, whose `object` says what it is. */
export function createJsonReporter(write: (line: string) => void): Reporter {
  const tell = (object: string, fields: object) => write(JSON.stringify({ object, ...fields }));
  return {
    started: ({ account, livemode, keyId, forwardUrl, events, project, newSecret }) =>
      tell('session', {
        account,
        livemode,
        key: keyId,
        forward_url: forwardUrl,
        events,
        project,
        secret: newSecret,
      }),
    ready: (passedOver) => tell('ready', { passed_over: passedOver }),
    forwarded: ({ id, type, created_at, project }, { httpStatus, error, durationMs }) =>
      tell('forward', {
        event: id,
        type,
        created_at,
        project,
        http_status: httpStatus,
        error,
        duration_ms: durationMs,
      }),
    notice: (message) => tell('notice', { message }),
    ended: ({ succeeded, failed }) => tell('summary', { forwarded: succeeded + failed, succeeded, failed }),
  };
}
