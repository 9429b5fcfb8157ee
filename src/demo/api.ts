/** An answer of the API that is no success. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
}

export interface Page<Item> {
  data: Item[];
  has_more: boolean;
  next_cursor: string | null;
}

/** A client of the public API. Every call rejects with ApiError when the answer is no success. */
export interface Api {
  get<Answer>(path: string): Promise<Answer>;
  post<Answer>(path: string, body: object): Promise<Answer>;
  /** The bytes of a file. */
  download(path: string): Promise<Buffer>;
  /** Sends a PNG as `file` of a multipart form. */
  upload<Answer>(method: 'PUT' | 'POST', path: string, png: Buffer): Promise<Answer>;
  /** Reads a list to its end by following the cursor. */
  list<Item>(path: string): Promise<Item[]>;
}

const PAGE_SIZE = 100;

/**
 * @param baseUrl ends in `/v1`
 * @param signal ends every call
 */
export function createApi(baseUrl: string, key: string, signal: AbortSignal): Api {
  const send = async (method: string, path: string, body?: FormData | string): Promise<Buffer> => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
      },
      body: body ?? null,
      signal,
    });
    const answer = Buffer.from(await response.arrayBuffer());
    if (!response.ok)
      throw new ApiError(`${method} ${path} was answered with ${response.status}: ${answer.toString()}`);
    return answer;
  };
  const call = async <Answer>(method: string, path: string, body?: FormData | string) =>
    JSON.parse((await send(method, path, body)).toString()) as Answer;
  const get = <Answer>(path: string) => call<Answer>('GET', path);
  return {
    get,
    download: (path) => send('GET', path),
    post: (path, body) => call('POST', path, JSON.stringify(body)),
    upload(method, path, png) {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'image.png');
      return call(method, path, form);
    },
    async list<Item>(path: string) {
      const items: Item[] = [];
      let cursor: string | null = null;
      for (;;) {
        const query = new URLSearchParams({ limit: String(PAGE_SIZE), ...(cursor && { cursor }) });
        const page: Page<Item> = await get(`${path}?${query.toString()}`);
        items.push(...page.data);
        if (!page.has_more) return items;
        cursor = page.next_cursor;
      }
    },
  };
}
