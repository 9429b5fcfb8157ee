/** One page of a keyset list: how many, and after which position. */
export interface PageRequest<Position> {
  limit: number;
  after: Position | null;
}

export interface Page<Row> {
  rows: Row[];
  hasMore: boolean;
}

/** Makes a page of a query that asked for one row more than the limit. */
export function toPage<Row>(rows: Row[], limit: number): Page<Row> {
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
}
