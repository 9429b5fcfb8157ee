import { isSpanContextValid, type SpanContext } from '@opentelemetry/api';
import type { Traceparent } from '../trace.ts';

const FORM = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

export function toTraceparent({ traceId, spanId, traceFlags }: SpanContext): Traceparent {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

/** @returns null for what is none */
export function fromTraceparent(text: Traceparent): SpanContext | null {
  const [, traceId, spanId, flags] = FORM.exec(text) ?? [];
  if (!traceId || !spanId || !flags) return null;
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(context) ? context : null;
}
