/** One page of a list as the server's calls that page answer it; pages count from 1. */
export type Page<Row> = {
  readonly list: readonly Row[];
  /** How many rows there are on all pages together. */
  readonly total: number;
  readonly pageNum: number;
  readonly pageSize: number;
};

/** The number of the page behind this one; nothing when it is the last. */
export function nextPageNum({ list, total, pageNum, pageSize }: Page<unknown>): number | undefined {
  // An empty page is the end whatever the total, which may count rows that were removed.
  return list.length > 0 && pageNum * pageSize < total ? pageNum + 1 : undefined;
}

/**
 * The rows of all pages in order, each once. A row that was added at the top after the first page had been fetched
 * pushes the last row of that page onto the next one as well.
 */
export function rowsOf<Row>(pages: readonly Page<Row>[], keyOf: (row: Row) => string): readonly Row[] {
  const byKey = new Map<string, Row>();
  for (const row of pages.flatMap(({ list }) => list)) {
    if (!byKey.has(keyOf(row))) byKey.set(keyOf(row), row);
  }
  return [...byKey.values()];
}
