import { setTimeout } from 'node:timers/promises';
import { createApiClient, type ApiResponse, type Call } from '../support/api-client.ts';

/** What became of the requests of one kind. */
export interface Tally {
  asked: number;
  answered: number;
  durationsMs: number[];
  failures: string[];
  /** When each answer came while the load lasted, in milliseconds of `performance.now()`. */
  answeredAtMs: number[];
}

/** Clients that ask as long as the load lasts, each over a connection that it keeps alive. */
export interface Load {
  /** By the names of the clients. */
  tallies: Map<string, Tally>;
  /** Adds a client that does this again and again, with a pause between. */
  client(name: string, pauseMs: number, work: (call: Call, round: number) => Promise<unknown>): void;
  /** Resolves when every client has ended what it was doing. */
  stop(): Promise<void>;
}

/** @param tryAgain whether a request is made again, and after how long; null for no */
export function startLoad(url: string, tryAgain: (tries: number) => number | null = () => null): Load {
  const tallies = new Map<string, Tally>();
  const running: Promise<void>[] = [];
  let stopped = false;

  async function run(name: string, pauseMs: number, work: (call: Call, round: number) => Promise<unknown>) {
    const tally = tallyOf(name);
    const client = createApiClient(url, () => undefined);
    for (let round = 0; !stopped; round++) {
      await work((...request) => tallied(tally, client.call, request), round).catch(() => undefined);
      await setTimeout(pauseMs);
    }
    await client.close();
  }

  function tallyOf(name: string): Tally {
    const empty = { asked: 0, answered: 0, durationsMs: [], failures: [], answeredAtMs: [] };
    const tally = tallies.get(name) ?? empty;
    tallies.set(name, tally);
    return tally;
  }

  /** Makes a request, again where that is meant, and throws where it is not answered with 2xx in the end. */
  async function tallied(tally: Tally, call: Call, request: Parameters<Call>): Promise<ApiResponse> {
    tally.asked++;
    const startedAt = performance.now();
    for (let tries = 1; ; tries++) {
      const failure = await attempt(call, request);
      if ('answer' in failure) {
        tally.answered++;
        if (!stopped) tally.answeredAtMs.push(performance.now());
        tally.durationsMs.push(performance.now() - startedAt);
        return failure.answer;
      }
      const againInMs = failure.mayPass ? tryAgain(tries) : null;
      if (againInMs === null) {
        tally.failures.push(`${request[0]} ${request[1]}: ${failure.reason}`);
        throw new Error(failure.reason);
      }
      await setTimeout(againInMs);
    }
  }

  return {
    tallies,
    client: (name, pauseMs, work) => void running.push(run(name, pauseMs, work)),
    async stop() {
      stopped = true;
      await Promise.all(running);
    },
  };
}

type Attempt = { answer: ApiResponse } | { reason: string; mayPass: boolean };

/** A broken connection and 5xx may pass; 409 says that the request with this idempotency key is still under way. */
async function attempt(call: Call, request: Parameters<Call>): Promise<Attempt> {
  try {
    const answer = await call(...request);
    if (answer.status < 300) return { answer };
    const mayPass = answer.status >= 500 || answer.body?.error?.code === 'idempotency_key_in_use';
    return { reason: `${answer.status} ${JSON.stringify(answer.body)}`, mayPass };
  } catch (error) {
    return { reason: String((error as Error).cause ?? error), mayPass: true };
  }
}
