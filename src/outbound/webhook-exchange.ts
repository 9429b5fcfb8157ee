import type { Dispatcher } from 'undici';
import { errorCode, networkFault, NetworkTimeoutError } from './network-fault.ts';
import type { NetworkFault } from './network-fault.ts';

export interface WebhookOutcome {
  /** The answer's status, null when there was none. 2xx is success. */
  httpStatus: number | null;
  /** Null when the endpoint answered with anything but a redirect. */
  error: NetworkFault | 'redirect' | null;
  /** Whole milliseconds from the call to the status line, or to the failure. */
  durationMs: number;
}

export interface ExchangeSettings {
  timeoutMs: number;
  signal: AbortSignal | undefined;
  resolve: (outcome: WebhookOutcome) => void;
  reject: (reason: unknown) => void;
}

/** As much of a body as is read to get the connection back; past it, a new connection is cheaper. */
const MAX_DRAINED_BYTES = 64 * 1024;

/** Follows one post from its dispatch to the moment when its connection is free again or closed. */
export class WebhookExchange implements Dispatcher.DispatchHandler {
  readonly #settings: ExchangeSettings;
  readonly #startedAt = performance.now();
  readonly #timer: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | null = null;
  #answer: WebhookOutcome | null = null;
  #drainedBytes = 0;
  #isSettled = false;

  constructor(settings: ExchangeSettings) {
    this.#settings = settings;
    this.#timer = setTimeout(this.#onTimeout, settings.timeoutMs);
    settings.signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** Called before the request is written; one that was given up while it waited for a connection is not sent. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isSettled) this.#closeConnection();
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    if (status < 200) return;
    const isRedirect = status >= 300 && status < 400;
    this.#answer = { httpStatus: status, error: isRedirect ? 'redirect' : null, durationMs: this.#elapsedMs() };
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#drainedBytes += chunk.length;
    if (this.#drainedBytes <= MAX_DRAINED_BYTES || this.#isSettled) return;
    this.#settle();
    this.#closeConnection();
  }

  /** The pool takes the connection back on the next turn of the event loop; a post sent before would open another. */
  onResponseEnd(): void {
    queueMicrotask(() => setImmediate(() => this.#settle()));
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (errorCode(error) === 'UND_ERR_INVALID_ARG') this.#reject(error);
    else this.#settle(error);
  }

  readonly #onTimeout = () => {
    this.#settle(new NetworkTimeoutError(`no answer within ${this.#settings.timeoutMs} ms`));
    this.#closeConnection();
  };

  readonly #onAbort = () => {
    if (this.#answer === null) this.#reject(this.#settings.signal?.reason);
    else this.#settle();
    this.#closeConnection();
  };

  /** Resolves with the answer if there was one, whatever came after its status line; else with the fault. */
  #settle(error?: Error): void {
    if (!this.#end()) return;
    this.#settings.resolve(
      this.#answer ?? { httpStatus: null, error: networkFault(error), durationMs: this.#elapsedMs() },
    );
  }

  #reject(reason: unknown): void {
    if (this.#end()) this.#settings.reject(reason);
  }

  /** True for the first caller, who decides the outcome. */
  #end(): boolean {
    if (this.#isSettled) return false;
    this.#isSettled = true;
    clearTimeout(this.#timer);
    this.#settings.signal?.removeEventListener('abort', this.#onAbort);
    return true;
  }

  #closeConnection(): void {
    this.#controller?.abort(new Error('the exchange is over'));
  }

  #elapsedMs(): number {
    return Math.round(performance.now() - this.#startedAt);
  }
}
