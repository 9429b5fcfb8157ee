import sharp from 'sharp';
import { FormData } from 'undici';
import type { ApiResponse, Call } from './api-client.ts';

let sequence = 0;

/** The body of a project that most of the catalog fits, unlike any other. */
export function projectBody(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  const number = ++sequence;
  return {
    url: `https://product-${number}.example.com`,
    contact_email: `hello@product-${number}.example.com`,
    category: 'saas',
    pricing_model: 'freemium',
    audience: { b2b: true },
    competitors: [{ name: 'One' }, { name: 'Two' }, { name: 'Three' }],
    promo_code: 'LAUNCH20',
    ...overrides,
  };
}

/** A picture of one colour. */
export function picture(format: 'png' | 'jpeg' | 'gif' | 'webp' = 'png', width = 64, height = 64): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#2563eb' } })
    .toFormat(format)
    .toBuffer();
}

/** A multipart body with this file. */
export function upload(bytes: Buffer, name = 'picture.png'): FormData {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), name);
  return form;
}

/** Creates a project that a launch needs nothing more of. */
export async function createReadyProject(
  call: Call,
  key: string,
  overrides: Record<string, unknown> = {},
): Promise<{ id: string }> {
  const created = expectStatus(await call('POST', '/projects', { key, json: projectBody(overrides) }), 201);
  const { id } = created.body as { id: string };
  const png = await picture();
  expectStatus(await call('PUT', `/projects/${id}/logo`, { key, body: upload(png) }), 200);
  expectStatus(await call('POST', `/projects/${id}/screenshots`, { key, body: upload(png) }), 201);
  return { id };
}

/** The response, if it has this status; otherwise an error that shows what it said. */
export function expectStatus(response: ApiResponse, status: number): ApiResponse {
  if (response.status !== status) {
    throw new Error(`expected ${status}, got ${response.status}: ${JSON.stringify(response.body)}`);
  }
  return response;
}
