import { Type, type TProperties } from 'typebox';
import type { Page, PageRequest } from '../db/page.ts';
import { described, object } from '../resources/schema-kit.ts';

const DEFAULT_LIMIT = 20;

/** The query of a list: its filters and the paging parameters (specification 2.1). */
export function listQuery<T extends TProperties>(filters: T) {
  return object({
    ...filters,
    cursor: described(
      Type.Optional(Type.String({ maxLength: 500 })),
      'The `next_cursor` of the page before, unchanged; none for the first page.',
    ),
    limit: described(
      Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: DEFAULT_LIMIT })),
      'How many items a page has at most.',
    ),
  });
}

interface ListRequest {
  query: { limit?: number | undefined };
  after: unknown;
  issueCursor: (position: unknown) => string;
}

/** The page that a request asks for. Cursors are signed, so the position has the form that this list gave it. */
export function pageOf<Position>({ query, after }: ListRequest): PageRequest<Position> {
  return { limit: query.limit ?? DEFAULT_LIMIT, after: after as Position | null };
}

/** The list envelope of a page (specification 2.1). */
export function presentPage<Row, Item>(
  request: ListRequest,
  page: Page<Row>,
  present: (row: Row) => Item,
  positionOf: (row: Row) => unknown,
) {
  const last = page.rows.at(-1);
  return {
    object: 'list',
    data: page.rows.map(present),
    has_more: page.hasMore,
    next_cursor: page.hasMore && last !== undefined ? request.issueCursor(positionOf(last)) : null,
  };
}
