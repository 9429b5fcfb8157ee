/** Checks every response of the suite against the OpenAPI document that the service itself gives out. */
import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, { content?: Record<string, unknown> }> }>>;
}

/** @param file the content type of an answer that is none of JSON; its body is not looked at */
export type CheckResponse = (method: string, path: string, status: number, body: unknown, file?: string) => void;

/** @param document as `GET /openapi.json` answers it */
export function createResponseCheck(document: Document): CheckResponse {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  for (const format of ['web-url', 'twitter-url']) ajv.addFormat(format, true);
  ajv.addSchema(document, 'openapi');
  const compiled = new Map<string, ValidateFunction>();
  const templates = Object.keys(document.paths).map((template) => ({
    template,
    pattern: new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
  }));

  function validator(pointer: string): ValidateFunction {
    let validate = compiled.get(pointer);
    if (!validate) compiled.set(pointer, (validate = ajv.compile({ $ref: `openapi#${pointer}` })));
    return validate;
  }

  return (method, path, status, body, file) => {
    const template = templates.find(({ pattern }) => pattern.test(path.split('?')[0]!))?.template;
    const operation = template === undefined ? undefined : document.paths[template]![method.toLowerCase()];
    const response = operation?.responses[String(status)];
    const isRouteless = status === 404 || status === 405;
    assert.ok(response ?? isRouteless, `${method} ${path} answered ${status}, which the document does not list`);
    if (file !== undefined) {
      assert.ok(file in (response?.content ?? {}), `${method} ${path} answered a file of type ${file}`);
      return;
    }
    const pointer = response
      ? `/paths/${escapePointer(template!)}/${method.toLowerCase()}/responses/${status}/content/application~1json/schema`
      : '/components/schemas/Error';
    const validate = validator(pointer);
    assert.ok(
      validate(body),
      `${method} ${path} ${status}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(body)}`,
    );
  };
}

function escapePointer(segment: string): string {
  return encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1'));
}
