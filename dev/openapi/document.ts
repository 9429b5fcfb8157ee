import { buildOpenApi } from '../../src/http/openapi.ts';
import { operations } from '../../src/http/operations.ts';

/** The OpenAPI document at an address that stands for every installation's. Nothing has to run for it. */
export function exampleDocument() {
  return buildOpenApi(operations, {
    baseUrl: 'https://listings.example/v1',
    docsUrl: 'https://listings.example/docs',
  });
}
