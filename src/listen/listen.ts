import type { Clock } from '../clock.ts';
import { createApiClient, type ApiClient } from './api-client.ts';
import { Refusal, Unavailable } from './failures.ts';
import { followFeed, type FeedRequest, type FeedWatch } from './follow-feed.ts';
import { createForwarder } from './forwarder.ts';
import { persist, type Patience } from './persist.ts';
import { isSuccess, type Reporter, type Session, type Tally } from './reporter.ts';

export interface ListenSettings extends FeedRequest {
  /** Ends in `/v1`. */
  baseUrl: string;
  apiKey: string;
  forwardUrl: URL;
  /** `whsec_...` */
  secret: string;
  /** Whether the developer has yet to be told the secret. */
  isNewSecret: boolean;
}

export interface ListenDeps {
  reporter: Reporter;
  clock: Clock;
  /** Ends the run. */
  signal: AbortSignal;
}

interface Ping {
  livemode: boolean;
  account: { name: string };
  key: { id: string };
}

/**
 * Forwards the events of an account and mode until it is aborted, and reports how many.
 *
 * @throws Refusal when the API cannot be found, or refuses the key or the request
 */
export async function listen(settings: ListenSettings, { reporter, clock, signal }: ListenDeps): Promise<void> {
  const watch = { notice: reporter.notice, ready: reporter.ready, signal };
  const api = createApiClient(settings.baseUrl, settings.apiKey, signal);
  try {
    reporter.started(sessionOf(settings, await greet(api, settings.project, watch)));
    await forwardAll(settings, { api, watch, reporter, clock, signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Forwards until the signal's reason or a Refusal is thrown, and reports the sum in any case. */
async function forwardAll(
  settings: ListenSettings,
  { api, watch, reporter, clock, signal }: ListenDeps & { api: ApiClient; watch: FeedWatch },
): Promise<void> {
  const forwarder = createForwarder({ url: settings.forwardUrl, secret: settings.secret, clock, signal });
  const tally: Tally = { succeeded: 0, failed: 0 };
  try {
    for await (const event of followFeed(api, settings, watch)) {
      const outcome = await forwarder.forward(event);
      tally[isSuccess(outcome) ? 'succeeded' : 'failed']++;
      reporter.forwarded(event, outcome);
    }
  } finally {
    await forwarder.close();
    reporter.ended(tally);
  }
}

function sessionOf(
  { forwardUrl, events, project, secret, isNewSecret }: ListenSettings,
  { account, livemode, key }: Ping,
): Session {
  return {
    account: account.name,
    livemode,
    keyId: key.id,
    forwardUrl: forwardUrl.href,
    events,
    project,
    newSecret: isNewSecret ? secret : null,
  };
}

/** Asks whose key it is, and whether the project is there: a wrong id would have no events, and no error either. */
async function greet(api: ApiClient, project: string | null, patience: Patience): Promise<Ping> {
  const ping = await persist(() => api.get('/ping', {}, isPing).catch(refuseUnreachable), patience);
  if (project !== null) await persist(() => api.get(`/projects/${project}`, {}, isObject), patience);
  return ping;
}

function refuseUnreachable(error: unknown): never {
  if (error instanceof Unavailable && !error.answered) {
    throw new Refusal(`${error.message} --api says where it is; its base URL ends in /v1.`);
  }
  throw error;
}

function isPing(body: unknown): body is Ping {
  const ping = body as Partial<Ping> | null | undefined;
  return (
    typeof ping?.livemode === 'boolean' && typeof ping.account?.name === 'string' && typeof ping.key?.id === 'string'
  );
}

function isObject(body: unknown): body is object {
  return typeof body === 'object' && body !== null;
}
