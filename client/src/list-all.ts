import { unwrap } from './api-error.ts';
import type { Client } from './create-client.ts';
import type { paths } from './schema.ts';

type Success<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } };
}
  ? Body
  : never;

/** The paths that answer with a list. */
export type ListPath = {
  [Path in keyof paths]: Success<Path> extends { data: unknown[]; next_cursor: string | null } ? Path : never;
}[keyof paths];

type Item<Path extends ListPath> = Success<Path> extends { data: (infer T)[] } ? T : never;

type Parameters<Path extends ListPath> = paths[Path] extends { get: { parameters: infer P } } ? P : never;

type ListOptions<Path extends ListPath> = {
  /** Ends the walk; it then throws the signal's reason. */
  signal?: AbortSignal;
} & (Parameters<Path> extends { path: infer Ids }
  ? { params: { path: Ids; query?: Filters<Path> } }
  : { params?: { query?: Filters<Path> } });

type Filters<Path extends ListPath> = Parameters<Path> extends { query?: infer Query } ? Query : never;

interface Page<T> {
  data: T[];
  has_more: boolean;
  next_cursor: string | null;
}

/**
 * Every item of a list, page by page: `for await (const project of listAll(client, '/projects'))`.
 *
 * @throws ApiError as a call does
 */
export async function* listAll<Path extends ListPath>(
  client: Client,
  path: Path,
  ...[options]: Parameters<Path> extends { path: object } ? [ListOptions<Path>] : [ListOptions<Path>?]
): AsyncGenerator<Item<Path>, void, undefined> {
  const { params = {}, signal } = (options ?? {}) as { params?: { query?: object }; signal?: AbortSignal };
  // The types of a path that is not known yet are beyond the compiler; those of this function are the paths' own.
  const get = client.GET as unknown as (path: string, init: object) => Answered<Page<Item<Path>>>;
  let query: object = { limit: 100, ...params.query };
  for (;;) {
    const page = await unwrap(get(path, { params: { ...params, query }, ...(signal ? { signal } : {}) }));
    yield* page.data;
    if (!page.has_more || page.next_cursor === null) return;
    query = { ...query, cursor: page.next_cursor };
  }
}

type Answered<Data> = Promise<{ data: Data; response: Response }>;
