import { EVENT_TYPES } from '../domain/events.ts';
import { createComponents, json, type Components, type Json } from './openapi/components.ts';
import { errorExamples, errorResponses } from './openapi/describe-errors.ts';
import { describeOperation } from './openapi/describe-operation.ts';
import { describeWebhook } from './openapi/describe-webhook.ts';
import { HEADERS, headers } from './openapi/headers.ts';
import { INTRODUCTION } from './openapi/introduction.ts';
import { tags } from './openapi/tags.ts';
import type { Operation } from './operation.ts';

export interface OpenApiAddresses {
  /** The address of the API, ending in `/v1`. */
  baseUrl: string;
  /** The documentation's address, without a trailing slash. */
  docsUrl: string;
}

/** The OpenAPI 3.1 document (specification 4.1), made of the same schemas that validate. */
export function buildOpenApi(operations: readonly Operation[], { baseUrl, docsUrl }: OpenApiAddresses): Json {
  const components = createComponents();
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const path = (paths[operation.path] ??= {});
    path[operation.method.toLowerCase()] = describeOperation(operation, components);
  }
  const webhooks = Object.fromEntries(EVENT_TYPES.map((type) => [type, { post: describeWebhook(type, components) }]));
  return {
    openapi: '3.1.0',
    info: { title: 'Directory Listing Submission Service', version: '1.0.0', description: INTRODUCTION },
    externalDocs: { description: 'Every error code, with its cause and its cure', url: `${docsUrl}/errors` },
    servers: [{ url: baseUrl }],
    security: [{ apiKey: [] }],
    tags,
    paths: { '/openapi.json': { get: describeSelf(components) }, ...paths },
    webhooks,
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } },
      headers: HEADERS,
      examples: errorExamples(docsUrl),
      schemas: components.schemas,
    },
  };
}

function describeSelf(components: Components): Json {
  return {
    operationId: 'getOpenApi',
    tags: ['Basics'],
    summary: 'Read this document',
    description:
      'The OpenAPI 3.1 document of the API as it runs. It needs no key, can be read from any site, and may be kept for an hour.',
    security: [],
    responses: {
      200: {
        description: 'The OpenAPI document.',
        headers: headers(['X-Request-Id']),
        content: json({ type: 'object' }, { example: { openapi: '3.1.0', info: {}, paths: {} } }),
      },
      ...errorResponses(['invalid_query', 'unknown_parameter'], components, false),
    },
  };
}
