import { EVENT_SCHEMAS } from '../resources/event.ts';
import { COMPONENT_KEYWORD } from '../resources/schema-kit.ts';
import { ERROR_STATUS, type ErrorCode } from '../errors.ts';
import { ErrorSchema } from './error-body.ts';
import { IDEMPOTENCY_HEADER } from './idempotency.ts';
import { isWrite, needsFullKey, type Operation } from './operation.ts';

type Json = Record<string, unknown>;

/** Codes that every operation can answer with, and those that depend on what it takes. */
const ALWAYS: ErrorCode[] = [
  'api_key_missing',
  'api_key_invalid',
  'rate_limited',
  'unsupported_media_type',
  'invalid_json',
  'invalid_query',
  'unknown_parameter',
  'validation_failed',
  'internal_error',
  'unavailable',
];
/** Codes whose answer says how long to wait. */
const WAITS: ErrorCode[] = ['rate_limited', 'unavailable', 'idempotency_key_in_use'];
const KEYED: ErrorCode[] = ['idempotency_key_in_use', 'idempotency_key_reused'];
const LISTS: ErrorCode[] = ['invalid_cursor', 'cursor_expired'];

/** Every code that an operation can answer with. */
export function errorCodesOf(operation: Operation): ErrorCode[] {
  const codes = [...ALWAYS, ...operation.errors];
  if (needsFullKey(operation)) codes.push('permission_denied');
  if (isWrite(operation)) codes.push('account_suspended');
  if (operation.isList) codes.push(...LISTS);
  if (operation.takesIdempotencyKey) codes.push(...KEYED);
  if (operation.testModeOnly) codes.push('test_mode_only');
  return [...new Set(codes)];
}

/** The OpenAPI 3.1 document (specification 4.1), made of the same schemas that validate. */
export function buildOpenApi(operations: readonly Operation[], { baseUrl }: { baseUrl: string }): Json {
  const components: Record<string, Json> = {};
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const path = (paths[operation.path] ??= {});
    path[operation.method.toLowerCase()] = describe(operation, components);
  }
  const webhooks = Object.fromEntries(
    Object.entries(EVENT_SCHEMAS).map(([type, schema]) => [
      type,
      { post: describeWebhook(type, reference(schema, components)) },
    ]),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'Directory Listing Submission Service',
      version: '1.0.0',
      description: "Submits an agency's client products to a catalog of online directories.",
    },
    servers: [{ url: baseUrl }],
    security: [{ apiKey: [] }],
    tags: [...new Set(operations.map((operation) => operation.tag))].map((name) => ({ name })),
    paths: {
      '/openapi.json': { get: describeSelf(components) },
      ...paths,
    },
    webhooks,
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } },
      schemas: components,
    },
  };
}

function describe(operation: Operation, components: Record<string, Json>): Json {
  const { status, description } = operation.success;
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    parameters: parametersOf(operation, components),
    ...(operation.body ? { requestBody: requestBodyOf(operation, components) } : {}),
    responses: {
      [status]: { description, headers: headersOf(operation), content: contentOf(operation, components) },
      ...errorResponses(errorCodesOf(operation), components),
    },
  };
}

function parametersOf(operation: Operation, components: Record<string, Json>): Json[] {
  const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const properties = (operation.query?.properties ?? {}) as Record<string, object>;
  const inQuery = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema: reference(schema, components),
  }));
  return [...inPath, ...inQuery, ...(operation.takesIdempotencyKey ? [IDEMPOTENCY_PARAMETER] : [])];
}

const IDEMPOTENCY_PARAMETER = {
  name: IDEMPOTENCY_HEADER,
  in: 'header',
  required: false,
  description: 'A repeat with the same key and body within 24 hours gets the stored answer.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

function requestBodyOf(operation: Operation, components: Record<string, Json>): Json {
  const { required: fields = [], minProperties = 0 } = operation.body as {
    required?: string[];
    minProperties?: number;
  };
  const required = fields.length > 0 || minProperties > 0;
  const upload = {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['file'],
        properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
      },
    },
  };
  const content = json(reference(operation.body as object, components));
  return { required, content: operation.upload ? { ...content, ...upload } : content };
}

function contentOf({ success }: Operation, components: Record<string, Json>): Json {
  if ('schema' in success) return json(reference(success.schema, components));
  return Object.fromEntries(success.contentTypes.map((type) => [type, { schema: {} }]));
}

function headersOf({ takesIdempotencyKey, success }: Operation): Json {
  return {
    ...HEADERS,
    ...(takesIdempotencyKey ? REPLAYED : {}),
    ...('contentTypes' in success ? NAMED : {}),
  };
}

const HEADERS = headers(['X-Request-Id', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']);
const REPLAYED = headers(['Idempotent-Replayed']);
const NAMED = headers(['Content-Disposition']);

function headers(names: string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { schema: { type: 'string' } }]));
}

function errorResponses(errors: ErrorCode[], components: Record<string, Json>): Json {
  const schema = reference(ErrorSchema, components);
  const byStatus = Map.groupBy(errors, (code) => ERROR_STATUS[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\``).join(', '),
        headers: headers(['X-Request-Id', ...(codes.some((code) => WAITS.includes(code)) ? ['Retry-After'] : [])]),
        content: json(schema),
      },
    ]),
  );
}

function describeWebhook(type: string, schema: unknown): Json {
  return {
    operationId: `on ${type}`,
    summary: `A \`${type}\` event`,
    requestBody: { required: true, content: json(schema) },
    responses: { '2XX': { description: 'The event was received. Any other answer is tried again.' } },
  };
}

function describeSelf(components: Record<string, Json>): Json {
  return {
    operationId: 'getOpenApi',
    tags: ['Basics'],
    summary: 'Read this document',
    security: [],
    responses: {
      200: { description: 'The OpenAPI document.', content: json({ type: 'object' }) },
      ...errorResponses(['invalid_query', 'unknown_parameter'], components),
    },
  };
}

function json(schema: unknown): Json {
  return { 'application/json': { schema } };
}

/** A schema with its named parts moved to the document's components. */
function reference(schema: object, components: Record<string, Json>): unknown {
  const { [COMPONENT_KEYWORD]: name, ...plain } = schema as Json & { [COMPONENT_KEYWORD]?: string };
  if (name === undefined) return mapValues(plain, components);
  if (Array.isArray(plain.type)) {
    return {
      anyOf: [
        reference({ ...plain, type: plain.type[0] as string, [COMPONENT_KEYWORD]: name }, components),
        { type: 'null' },
      ],
    };
  }
  if (!(name in components)) {
    components[name] = {};
    components[name] = mapValues(plain, components) as Json;
  }
  return { $ref: `#/components/schemas/${name}` };
}

function mapValues(value: unknown, components: Record<string, Json>): unknown {
  if (Array.isArray(value)) return value.map((item) => mapValues(item, components));
  if (typeof value !== 'object' || value === null) return value;
  if (COMPONENT_KEYWORD in value) return reference(value, components);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, mapValues(member, components)]));
}
