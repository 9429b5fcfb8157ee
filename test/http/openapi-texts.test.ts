import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { exampleDocument } from '../../dev/openapi/document.ts';
import { ERROR_CODES } from '../../src/errors.ts';
import { ERROR_GUIDE } from '../../src/resources/error-guide.ts';
import { findFailures } from '../../src/resources/validation.ts';
import { operations } from '../../src/http/operations.ts';

type Node = Record<string, unknown>;

interface Media {
  schema: Node;
  example?: unknown;
  examples?: Record<string, { value?: unknown; $ref?: string }>;
}

const document = exampleDocument() as unknown as {
  info: Node;
  tags: Node[];
  components: { schemas: Record<string, Node>; examples: Record<string, { value: unknown }>; headers: Node };
  paths: Record<string, Record<string, Node>>;
  webhooks: Record<string, { post: Node }>;
};

/** Everything within a value, with the JSON pointer to it. */
function* walk(value: unknown, at: string): Generator<[Node, string]> {
  if (typeof value !== 'object' || value === null) return;
  yield [value as Node, at];
  for (const [key, member] of Object.entries(value)) {
    if (key !== 'example' && key !== 'examples')
      yield* walk(member, `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  }
}

const described = Object.values(document.paths).flatMap((path) => Object.values(path));
const webhooks = Object.values(document.webhooks).map(({ post }) => post);
const isText = (value: unknown) => typeof value === 'string' && /^[A-Z`0-9].{7,}[^\s]$/s.test(value);

describe('the texts of the OpenAPI document', () => {
  it('tell of each operation, webhook, tag, parameter, header and answer what it is', () => {
    for (const operation of [...described, ...webhooks]) {
      const {
        operationId,
        summary,
        description,
        parameters = [],
        responses,
      } = operation as {
        operationId: string;
        summary: unknown;
        description: unknown;
        parameters?: Node[];
        responses: Record<string, Node>;
      };
      assert.ok(isText(summary) && isText(description), operationId);
      assert.notEqual(summary, description, operationId);
      for (const parameter of parameters)
        assert.ok(isText(parameter.description), `${operationId} ${parameter.name as string}`);
      for (const [status, answer] of Object.entries(responses))
        assert.ok(isText(answer.description), `${operationId} ${status}`);
    }
    for (const tag of document.tags) assert.ok(isText(tag.description), tag.name as string);
    for (const header of Object.values(document.components.headers)) assert.ok(isText((header as Node).description));
  });

  it('tell of each schema and each of its properties', () => {
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      assert.ok(isText(schema.description), name);
      for (const [node, at] of walk(schema, name)) {
        for (const [property, of] of Object.entries((node.properties ?? {}) as Record<string, Node>)) {
          assert.ok(typeof of.description === 'string' && of.description.length > 4, `${at} ${property}`);
        }
      }
    }
  });

  it('are whole sentences: no line broken for the source’s sake is left in a paragraph of an operation', () => {
    for (const { operationId, description } of described) {
      assert.doesNotMatch(description as string, /[^\n]\n[^\n]| {2}/, operationId as string);
    }
  });
});

describe('the examples of the OpenAPI document', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  for (const format of ['web-url', 'site-url', 'twitter-url']) ajv.addFormat(format, true);
  ajv.addSchema(document, 'document');

  const bodies = [...walk(document.paths, '/paths'), ...walk(document.webhooks, '/webhooks')].filter(
    ([node, at]) => 'schema' in node && at.includes('/content/'),
  ) as unknown as [Media, string][];
  const valuesOf = ({ example, examples = {} }: Media) => [
    ...(example === undefined ? [] : [example]),
    ...Object.values(examples).map(({ value, $ref }) =>
      $ref ? document.components.examples[$ref.split('/').at(-1)!]!.value : value,
    ),
  ];

  it('are there for every body: of requests, answers, errors and webhooks', () => {
    const files = /content\/application~1(pdf|vnd)/;
    for (const [media, at] of bodies) assert.ok(files.test(at) || valuesOf(media).length > 0, at);
    assert.ok(bodies.length > 400);
  });

  it('fit their schemas, every one', () => {
    let checked = 0;
    const compiled = new Map<string, ValidateFunction>();
    for (const [media, at] of bodies) {
      if (at.endsWith('multipart~1form-data')) continue;
      const pointer = at.split('/').map(encodeURIComponent).join('/');
      const form = JSON.stringify(media.schema);
      const validate = compiled.get(form) ?? ajv.compile({ $ref: `document#${pointer}/schema` });
      compiled.set(form, validate);
      for (const value of valuesOf(media)) {
        assert.ok(validate(value), `${at}: ${ajv.errorsText(validate.errors)}`);
        checked++;
      }
    }
    assert.ok(checked > 600, `${checked}`);
  });

  it('of bodies are taken by the very schemas that validate requests', () => {
    for (const { id, body, bodyExamples = {} } of operations) {
      for (const [name, value] of Object.entries(bodyExamples)) {
        assert.deepEqual(findFailures(body!, value), { unknown: [], items: [] }, `${id} ${name}`);
      }
    }
  });

  it('of errors are one for each code that an answer lists, with its own code', () => {
    for (const operation of described) {
      for (const [status, { content }] of Object.entries(
        operation.responses as Record<string, { content: Record<string, Media> }>,
      )) {
        const { examples = {} } = content['application/json'] ?? {};
        for (const [code, { $ref }] of Object.entries(Number(status) < 400 ? {} : examples)) {
          const { error } = document.components.examples[$ref!.split('/').at(-1)!]!.value as {
            error: { code: string; doc_url: string };
          };
          assert.equal(error.code, code);
          assert.ok(error.doc_url.endsWith(`/docs/errors#${code}`));
        }
      }
    }
  });

  it('tell one story: every id of a kind that stands for one thing is the same', () => {
    const text = JSON.stringify(document);
    for (const prefix of ['prj', 'rep', 'evt', 'we', 'wd', 'key', 'req']) {
      const ids = new Set(text.match(new RegExp(`\\b${prefix}_[0-9A-Za-z]{22}\\b`, 'g')));
      assert.equal(ids.size, 1, [...ids].join());
    }
  });
});

describe('the guide to errors', () => {
  it('has for each code a meaning, a cause, a cure and a message in whole sentences', () => {
    for (const code of ERROR_CODES) {
      const { meaning, cause, cure, example } = ERROR_GUIDE[code];
      for (const text of [meaning, cause, cure, example.message]) assert.match(text, /^\S.+\.$/s, code);
    }
  });
});
