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

/** What a newer first page has above the loaded rows. */
export type NewRows<Row> = {
  readonly rows: readonly Row[];
  /** No loaded row is on it, so that there may be more between it and them. */
  readonly hasGap: boolean;
};

/** The rows of a newer first page above the first loaded row; if that is gone, above the first one that is loaded. */
export function newRowsOf<Row>(
  head: Page<Row>,
  pages: readonly Page<Row>[],
  keyOf: (row: Row) => string,
): NewRows<Row> {
  const loaded = rowsOf(pages, keyOf).map(keyOf);
  const keys = head.list.map(keyOf);
  const known = new Set(loaded);
  const end = keys.findIndex((key) => key === loaded[0]);
  const count = end === -1 ? keys.findIndex((key) => known.has(key)) : end;
  return count === -1 ? { rows: head.list, hasGap: true } : { rows: head.list.slice(0, count), hasGap: false };
}

/** Whether loaded rows were removed or changed places, as far as a newer first page without new rows shows. */
export function haveMoved<Row>(head: Page<Row>, pages: readonly Page<Row>[], keyOf: (row: Row) => string): boolean {
  const loaded = rowsOf(pages, keyOf).map(keyOf);
  return loaded.length > head.total || head.list.some((row, index) => keyOf(row) !== loaded[index]);
}

/** The loaded pages with what a newer first page says about their rows, and beside them. Its new rows are left out. */
export function withValuesOf<Row>(
  pages: readonly Page<Row>[],
  head: Page<Row>,
  keyOf: (row: Row) => string,
): Page<Row>[] {
  const newer = new Map(head.list.map((row) => [keyOf(row), row]));
  return pages.map((page, index) => {
    const { total, pageNum, pageSize } = page;
    const list = page.list.map((row) => newer.get(keyOf(row)) ?? row);
    // The next page follows from the numbers of the page before it, as they were when it was read.
    return { ...(index === 0 ? head : page), list, total, pageNum, pageSize };
  });
}
