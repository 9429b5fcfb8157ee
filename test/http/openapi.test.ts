import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { errorCodesOf } from '../../src/http/openapi/error-codes-of.ts';
import { operations } from '../../src/http/operations.ts';
import { EVENT_TYPES } from '../../src/domain/events.ts';
import { ERROR_STATUS } from '../../src/errors.ts';
import type { ApiResponse } from '../support/api-client.ts';
import { expectStatus } from '../support/factories.ts';
import { startTestService, type TestService } from '../support/service.ts';

interface DescribedOperation {
  operationId: string;
  tags: string[];
  parameters?: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { required: boolean; content: Record<string, { schema: object }> };
  responses: Record<string, { description: string; headers: object; content: Record<string, { schema: object }> }>;
}

interface Document {
  openapi: string;
  info: { title: string; version: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, DescribedOperation>>;
  webhooks: Record<string, { post: DescribedOperation }>;
  components: { schemas: Record<string, object>; securitySchemes: Record<string, object> };
}

describe('the OpenAPI document', () => {
  let api: TestService;
  let answer: ApiResponse;
  let document: Document;

  before(async () => {
    api = await startTestService();
    answer = expectStatus(await api.call('GET', '/openapi.json'), 200);
    document = answer.body as Document;
  });
  after(() => api.close());

  it('needs no key, can be read from any site and kept for an hour', () => {
    assert.equal(answer.headers['access-control-allow-origin'], '*');
    assert.equal(answer.headers['cache-control'], 'public, max-age=3600');
    assert.match(answer.headers['content-type']!, /^application\/json/);
  });

  it('takes GET and HEAD only, and no parameters', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      assert.equal(expectStatus(await api.call(method, '/openapi.json'), 405).headers.allow, 'GET, HEAD');
    }
    const { error } = expectStatus(await api.call('GET', '/openapi.json?a=1'), 400).body;
    assert.deepEqual([error.code, error.param], ['unknown_parameter', 'a']);
  });

  it('is OpenAPI 3.1.0 with the parts that the specification names', () => {
    assert.equal(document.openapi, '3.1.0');
    for (const part of ['info', 'servers', 'paths', 'webhooks', 'components', 'tags'])
      assert.ok(part in document, part);
    assert.ok(document.info.title && document.info.version);
    assert.deepEqual(document.servers, [{ url: `${api.config.publicUrl}/v1` }]);
    assert.deepEqual(document.components.securitySchemes, { apiKey: { type: 'http', scheme: 'bearer' } });
  });

  it('lists every operation once, with its parameters, its body and each of its errors', () => {
    const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const expected = [...operations.map(({ method, path }) => `${method} ${path}`), 'GET /openapi.json'];
    assert.deepEqual(listed.toSorted(), expected.toSorted());
    for (const operation of operations) {
      const described = document.paths[operation.path]![operation.method.toLowerCase()]!;
      const parameters = described.parameters!.map((parameter) => parameter.name);
      const keyed = operation.takesIdempotencyKey ? ['Idempotency-Key'] : [];
      const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      assert.deepEqual(parameters, [...inPath, ...Object.keys(operation.query?.properties ?? {}), ...keyed]);
      assert.equal('requestBody' in described, operation.body !== undefined);
      for (const code of errorCodesOf(operation)) {
        assert.ok(
          described.responses[ERROR_STATUS[code]]!.description.includes(`\`${code}\``),
          `${operation.id} ${code}`,
        );
      }
    }
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((one) => one.operationId),
    );
    assert.equal(new Set(ids).size, ids.length);
  });

  it('lists of each answer the headers that it has: those of the hour only where a key was read', async () => {
    const key = (await api.newAgency()).keys.test.full;
    const cases: [path: string, status: number, key?: string][] = [
      ['/openapi.json', 200],
      ['/openapi.json?a=1', 400],
      ['/ping', 200, key],
      ['/ping?a=1', 400, key],
      ['/ping', 401],
    ];
    for (const [path, status, apiKey] of cases) {
      const { headers } = expectStatus(await api.call('GET', path, { key: apiKey }), status);
      const listed = Object.keys(document.paths[path.split('?')[0]!]!.get!.responses[status]!.headers);
      const isAny = (name: string) => /^(x-request-id|ratelimit-.*)$/i.test(name);
      assert.deepEqual(
        listed
          .filter(isAny)
          .map((name) => name.toLowerCase())
          .toSorted(),
        Object.keys(headers).filter(isAny).toSorted(),
        `${path} ${status}`,
      );
    }
  });

  it('describes the webhook of every event type', () => {
    assert.deepEqual(Object.keys(document.webhooks).toSorted(), [...EVENT_TYPES].toSorted());
  });

  it('has tags, path parameters and references that all lead somewhere', () => {
    const tags = new Set(document.tags.map(({ name }) => name));
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const operation of Object.values(methods)) {
        for (const tag of operation.tags) assert.ok(tags.has(tag), tag);
        for (const parameter of operation.parameters ?? []) {
          if (parameter.in === 'path') assert.ok(path.includes(`{${parameter.name}}`) && parameter.required);
        }
      }
    }
    const references = JSON.stringify(document).match(/#\/components\/schemas\/\w+/g) ?? [];
    const used = new Set(references.map((reference) => reference.split('/').at(-1)!));
    assert.deepEqual([...used].toSorted(), Object.keys(document.components.schemas).toSorted());
    assert.equal(JSON.stringify(document).includes('x-component'), false);
  });

  it('holds nothing but valid JSON Schemas', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema(document, 'document');
    let checked = 0;
    const visit = (value: unknown, pointer: string): void => {
      if (typeof value !== 'object' || value === null) return;
      for (const [name, member] of Object.entries(value)) {
        const at = `${pointer}/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`;
        if (name === 'schema' && typeof member === 'object') {
          assert.ok(ajv.validateSchema(member as object), `${at}: ${ajv.errorsText(ajv.errors)}`);
          ajv.compile({ $ref: `document#${at}` });
          checked++;
        } else visit(member, at);
      }
    };
    visit(document.paths, '/paths');
    visit(document.webhooks, '/webhooks');
    assert.ok(checked > 100);
  });
});
