/**
 * Where a piece of work stands in a trace, as W3C Trace Context writes it: it goes with messages and deliveries, so that
 * what follows from a request is found with it.
 */
export type Traceparent = string;

export interface SpanOptions {
  kind: 'server' | 'client' | 'producer' | 'internal';
  /** What caused it; null for what nothing known did. */
  parent: Traceparent | null;
  attributes?: SpanAttributes;
}

export type SpanAttributes = Record<string, string | number | boolean>;

/** A span that is under way. */
export interface OpenSpan {
  rename(name: string): void;
  add(attributes: SpanAttributes): void;
  /** It ends as failed, though nothing was thrown. */
  fail(reason: string): void;
}

/** Records pieces of work as spans of traces. */
export interface Trace {
  /** False where none is recorded. */
  readonly isOn: boolean;
  /** Does the work as a span, which fails with it. Spans and rows that are made meanwhile belong under it. */
  span<T>(name: string, options: SpanOptions, work: (span: OpenSpan) => Promise<T>): Promise<T>;
  /** Of the span under way; null when there is none. */
  current(): Traceparent | null;
}

const NO_SPAN: OpenSpan = { rename: () => undefined, add: () => undefined, fail: () => undefined };

/** For who is not traced. */
export const NO_TRACE: Trace = { isOn: false, span: (_name, _options, work) => work(NO_SPAN), current: () => null };
