import { IDEMPOTENCY_HEADER } from '../idempotency.ts';
import type { Operation } from '../operation.ts';
import { json, type Components, type Json } from './components.ts';
import { errorResponses } from './describe-errors.ts';
import { errorCodesOf } from './error-codes-of.ts';
import { headers } from './headers.ts';
import { PATH_PARAMETERS } from './path-parameters.ts';
import { prose } from './prose.ts';

/** An operation as the document has it. */
export function describeOperation(operation: Operation, components: Components): Json {
  const { status, description } = operation.success;
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: prose(operation.description),
    parameters: parametersOf(operation, components),
    ...(operation.body ? { requestBody: requestBodyOf(operation, components) } : {}),
    responses: {
      [status]: { description, headers: headersOf(operation), content: contentOf(operation, components) },
      ...errorResponses(errorCodesOf(operation), components, true),
    },
  };
}

function parametersOf(operation: Operation, { reference }: Components): Json[] {
  const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    ...PATH_PARAMETERS[name!],
    schema: { type: 'string' },
  }));
  const properties = (operation.query?.properties ?? {}) as Record<string, object>;
  const inQuery = Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = reference(property) as Json;
    return { name, in: 'query', required: false, description, schema };
  });
  return [...inPath, ...inQuery, ...(operation.takesIdempotencyKey ? [IDEMPOTENCY_PARAMETER] : [])];
}

const IDEMPOTENCY_PARAMETER = {
  name: IDEMPOTENCY_HEADER,
  in: 'header',
  required: false,
  description:
    prose(`A value of your own, such as a UUID, that makes the request safe to repeat: the same key and body within
    24 hours get the stored answer instead of a second object. Errors are not stored.`),
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  example: '5f0c2f5e-3d0a-4c57-9d0e-0d6c1a1f2b7e',
};

function requestBodyOf(operation: Operation, { reference }: Components): Json {
  const { required: fields = [], minProperties = 0 } = operation.body as {
    required?: string[];
    minProperties?: number;
  };
  const required = fields.length > 0 || minProperties > 0;
  const examples = Object.fromEntries(
    Object.entries(operation.bodyExamples ?? {}).map(([name, value]) => [name, { value }]),
  );
  const content = json(reference(operation.body as object), { examples });
  return {
    description: required
      ? 'What the operation takes.'
      : 'What the operation takes; without a body it takes its defaults.',
    required,
    content: operation.upload ? { ...content, ...UPLOAD } : content,
  };
}

const UPLOAD = {
  'multipart/form-data': {
    schema: {
      type: 'object',
      required: ['file'],
      properties: {
        file: {
          type: 'string',
          contentMediaType: 'application/octet-stream',
          description: 'A PNG, JPEG, GIF or WebP of at most 5 MB.',
        },
      },
    },
    example: { file: '(the bytes of logo.png)' },
  },
};

function contentOf({ success }: Operation, { reference }: Components): Json {
  if ('schema' in success) return json(reference(success.schema), { example: success.example });
  return Object.fromEntries(success.contentTypes.map((type) => [type, { schema: {} }]));
}

function headersOf({ takesIdempotencyKey, success }: Operation): Json {
  return headers([
    'X-Request-Id',
    'RateLimit-Limit',
    'RateLimit-Remaining',
    'RateLimit-Reset',
    ...(takesIdempotencyKey ? (['Idempotent-Replayed'] as const) : []),
    ...('contentTypes' in success ? (['Content-Disposition'] as const) : []),
  ]);
}
