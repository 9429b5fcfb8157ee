import type { Environment } from './config.ts';
import { ConfigError } from './config-error.ts';

/** Where spans are sent. */
export interface TracingSettings {
  /** The OTLP/HTTP address of traces. */
  url: string;
  serviceName: string;
  /** The share of requests whose traces are recorded, 0 to 1. */
  sampleRatio: number;
}

/**
 * Reads where traces go. `OTEL_EXPORTER_OTLP_HEADERS`, which may hold a credential, is read by the exporter itself.
 *
 * @returns null where there is no `OTEL_EXPORTER_OTLP_ENDPOINT`: then nothing is traced
 * @throws ConfigError
 */
export function readTracingConfig(env: Environment): TracingSettings | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME, OTEL_TRACES_SAMPLER_ARG } = env;
  if (!endpoint) return null;
  if (!/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')) {
    throw new ConfigError('OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address.');
  }
  const sampleRatio = Number(OTEL_TRACES_SAMPLER_ARG || 1);
  if (!(sampleRatio >= 0 && sampleRatio <= 1)) {
    throw new ConfigError('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.');
  }
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  return { url, serviceName: OTEL_SERVICE_NAME || 'directory-listing-service', sampleRatio };
}
