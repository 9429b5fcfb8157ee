import type { Operation } from '../operation.ts';
import type { OpenApiAddresses } from '../openapi.ts';
import { PATH_PARAMETERS } from '../openapi/path-parameters.ts';
import { prose } from '../openapi/prose.ts';
import { tags } from '../openapi/tags.ts';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** A Postman collection (format 2.1) of every operation, with the first example of each body. */
export function writePostmanCollection(operations: readonly Operation[], { baseUrl, docsUrl }: OpenApiAddresses) {
  return {
    info: {
      name: 'Directory Listing Submission Service',
      description: `Set the variable apiKey to a key of yours, best one of test mode. The reference is at ${docsUrl}.`,
      schema: SCHEMA,
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: baseUrl },
      { key: 'apiKey', value: '' },
    ],
    item: tags.map(({ name, description }) => ({
      name,
      description,
      item: operations.filter(({ tag }) => tag === name).map(itemOf),
    })),
  };
}

function itemOf(operation: Operation) {
  const example = 'schema' in operation.success ? operation.success.example : undefined;
  const request = requestOf(operation);
  return {
    name: operation.summary,
    request,
    response:
      example === undefined
        ? []
        : [
            {
              name: operation.success.description,
              originalRequest: request,
              code: operation.success.status,
              status: operation.success.status === 201 ? 'Created' : 'OK',
              header: [{ key: 'Content-Type', value: 'application/json' }],
              _postman_previewlanguage: 'json',
              body: JSON.stringify(example, null, 2),
            },
          ],
  };
}

function requestOf(operation: Operation) {
  const body = Object.values(operation.bodyExamples ?? {})[0];
  const key = { key: 'Idempotency-Key', value: '{{$guid}}', disabled: true };
  return {
    method: operation.method,
    description: prose(operation.description),
    header: operation.takesIdempotencyKey ? [key] : [],
    url: urlOf(operation),
    ...(body === undefined
      ? {}
      : { body: { mode: 'raw', raw: JSON.stringify(body, null, 2), options: { raw: { language: 'json' } } } }),
  };
}

/** Ids are variables of the path; what a list takes is there, turned off. */
function urlOf({ path, query }: Operation) {
  const postmanPath = path.replaceAll(/\{(\w+)\}/g, ':$1');
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, id]) => id!);
  const properties = (query?.properties ?? {}) as Record<string, { description?: string }>;
  return {
    raw: `{{baseUrl}}${postmanPath}`,
    host: ['{{baseUrl}}'],
    path: postmanPath.slice(1).split('/'),
    variable: ids.map((id) => ({ key: id, value: '', description: PATH_PARAMETERS[id]!.description })),
    query: Object.entries(properties).map(([name, { description = '' }]) => ({
      key: name,
      value: '',
      description,
      disabled: true,
    })),
  };
}
