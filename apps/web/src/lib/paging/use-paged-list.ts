import {
  type InfiniteData,
  infiniteQueryOptions,
  type Query,
  type QueryClient,
  type QueryKey,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
  useQueryClient,
} from '@tanstack/react-query';
import { useAccountId } from '../session/session.ts';

/** The list that `ui/infinite-list.tsx` shows. */
export type PagedList<Row> = PagedBy<ListPage<Row>>;

/** A list whose pages have more than rows, such as totals. */
export type PagedBy<P extends ListPage<unknown>> = UseInfiniteQueryResult<InfiniteData<P>> & {
  /** Only of a list that is read newest first. */
  readonly growth?: Growth<P>;
};

/** Lets `ui/new-rows.tsx` find the rows that were added at the head of a list since its pages were loaded. */
export type Growth<P extends ListPage<unknown>> = {
  readonly pagesKey: QueryKey;
  readonly headKey: QueryKey;
  readonly fetchHead: (signal: AbortSignal) => Promise<P>;
  /** Returns how often to read the head; without it, it is read now and then while the list is on the screen. */
  readonly intervalMs?: () => number | false;
};

export type Paging = { readonly pageNum: number; readonly pageSize: number };

type PagedListPlan<P extends ListPage<unknown>> = {
  readonly queryKey: QueryKey;
  /**
   * `newestFirst`: the list grows at its head. Rows of others are counted above it and shown on a press; only the fan's
   * own changes, by invalidation, show at once.
   */
  readonly order: 'newestFirst' | 'other';
  readonly fetchPage: (paging: Paging, signal: AbortSignal) => Promise<P>;
  readonly pageSize?: number;
  /** False disables the query, for example when signed out. */
  readonly enabled?: boolean;
  /** Polls all loaded pages while it returns milliseconds. A poll never aborts a request that is still running. */
  readonly refetchInterval?: (pages: readonly P[]) => number | false;
};

/** The head of a list is no longer than this. */
const mostHeadRows = 20;

const headKeyOf = (pagesKey: QueryKey): QueryKey => ['head', ...pagesKey];

/**
 * Loads an infinite list. An invalidation refetches all loaded pages, so that they stay consistent. The list shows its
 * own errors, not a toast.
 */
export function usePagedList<P extends ListPage<unknown>>(plan: PagedListPlan<P>): PagedBy<P> {
  const client = useQueryClient();
  const pages = useInfiniteQuery(pagedListOptions(plan));
  return plan.order === 'newestFirst' ? { ...pages, growth: growthOf(plan, client) } : pages;
}

function growthOf<P extends ListPage<unknown>>(plan: PagedListPlan<P>, client: QueryClient): Growth<P> {
  const { fetchPage, pageSize = 20, refetchInterval } = plan;
  const { queryKey: pagesKey } = pagedListOptions(plan);
  const readPages = () => client.getQueryData<InfiniteData<P>>(pagesKey)?.pages ?? [];
  const growth = { pagesKey, headKey: headKeyOf(pagesKey) };
  if (!refetchInterval) {
    const paging = { pageNum: 1, pageSize: Math.min(pageSize, mostHeadRows) };
    return { ...growth, fetchHead: (signal) => fetchPage(paging, signal) };
  }
  // A polled row may be on any page.
  const fetchHead = async (signal: AbortSignal): Promise<P> => {
    const first = await fetchPage({ pageNum: 1, pageSize }, signal);
    const list = [...first.list];
    for (let pageNum = 2; pageNum <= readPages().length && list.length < first.total; pageNum += 1) {
      list.push(...(await fetchPage({ pageNum, pageSize }, signal)).list);
    }
    return { ...first, list };
  };
  return { ...growth, fetchHead, intervalMs: () => refetchInterval(readPages()) };
}

/**
 * Refetches what others have changed. Lists that are read newest first count the new rows instead of showing them at once.
 */
export function refetchAfterOthers(client: QueryClient, queryKey: QueryKey): void {
  void client.invalidateQueries({ queryKey, predicate: ({ meta }) => meta?.['growsAtHead'] !== true });
  void client.invalidateQueries({ queryKey: headKeyOf(queryKey) });
}

/** Returns the query behind `usePagedList`. */
export function pagedListOptions<P extends ListPage<unknown>>(plan: PagedListPlan<P>) {
  const { fetchPage, pageSize = 20, enabled = true, refetchInterval = () => false } = plan;
  const pagesKey = [...plan.queryKey, 'pages', pageSize];
  const growsAtHead = plan.order === 'newestFirst';
  return infiniteQueryOptions({
    queryKey: pagesKey,
    queryFn: async ({ pageParam, signal, client }) => {
      const page = await fetchPage({ pageNum: pageParam, pageSize }, signal);
      if (growsAtHead && pageParam === 1) client.setQueryData(headKeyOf(pagesKey), page);
      return page;
    },
    initialPageParam: 1,
    getNextPageParam: (last: P) => nextPageNum(last),
    enabled,
    refetchInterval: growsAtHead ? false : ({ state }) => refetchInterval(state.data?.pages ?? []),
    ...(growsAtHead && { refetchOnMount: isDue, refetchOnWindowFocus: isDue, refetchOnReconnect: isDue }),
    meta: { shownInPlace: true, growsAtHead },
  });
}

/** Age alone does not refetch a list that grows at its head: the rows on the screen would move. */
function isDue<P, Failure extends Error, Shown, Key extends QueryKey>({
  state,
}: Query<P, Failure, Shown, Key>): boolean {
  return state.data === undefined || state.isInvalidated || state.status === 'error';
}

/** Loads a list of the fan's own data; disabled when signed out. */
export function useMyPagedList<P extends ListPage<unknown>>(plan: Omit<PagedListPlan<P>, 'enabled'>): PagedBy<P> {
  const accountId = useAccountId();
  return usePagedList({ ...plan, queryKey: [...plan.queryKey, accountId], enabled: accountId !== undefined });
}

/** One page of a list as the server's calls that page answer it; pages count from 1. */
export type ListPage<Row> = {
  readonly list: readonly Row[];
  /** The number of rows on all pages together. */
  readonly total: number;
  readonly pageNum: number;
  readonly pageSize: number;
};

/** Returns the number of the page behind this one; nothing when it is the last. */
export function nextPageNum({ list, total, pageNum, pageSize }: ListPage<unknown>): number | undefined {
  // An empty page is the end whatever the total, which may count rows that were removed.
  return list.length > 0 && pageNum * pageSize < total ? pageNum + 1 : undefined;
}

/**
 * Returns the rows of all pages in order, each once. A row that was added at the top after the first page had been
 * fetched pushes the last row of that page onto the next one as well.
 */
export function rowsOf<Row>(pages: readonly ListPage<Row>[], keyOf: (row: Row) => string): readonly Row[] {
  const byKey = new Map<string, Row>();
  for (const row of pages.flatMap(({ list }) => list)) {
    if (!byKey.has(keyOf(row))) byKey.set(keyOf(row), row);
  }
  return [...byKey.values()];
}

/** The rows of a newer first page above the loaded ones. */
export type NewRows<Row> = {
  readonly rows: readonly Row[];
  /** No loaded row is on it, so that there may be more between it and them. */
  readonly hasGap: boolean;
};

/**
 * Returns the rows of a newer first page above the first loaded row; if that is gone, above the first one that is
 * loaded.
 */
export function newRowsOf<Row>(
  head: ListPage<Row>,
  pages: readonly ListPage<Row>[],
  keyOf: (row: Row) => string,
): NewRows<Row> {
  const loaded = rowsOf(pages, keyOf).map(keyOf);
  const keys = head.list.map(keyOf);
  const known = new Set(loaded);
  const end = keys.findIndex((key) => key === loaded[0]);
  const count = end === -1 ? keys.findIndex((key) => known.has(key)) : end;
  return count === -1 ? { rows: head.list, hasGap: true } : { rows: head.list.slice(0, count), hasGap: false };
}

/** Tells whether loaded rows were removed or changed places, as far as a newer first page without new rows shows. */
export function haveMoved<Row>(
  head: ListPage<Row>,
  pages: readonly ListPage<Row>[],
  keyOf: (row: Row) => string,
): boolean {
  const loaded = rowsOf(pages, keyOf).map(keyOf);
  return loaded.length > head.total || head.list.some((row, index) => keyOf(row) !== loaded[index]);
}

/**
 * Returns the loaded pages with what a newer first page says about their rows, and beside them. Its new rows are left
 * out.
 */
export function withValuesOf<Row>(
  pages: readonly ListPage<Row>[],
  head: ListPage<Row>,
  keyOf: (row: Row) => string,
): ListPage<Row>[] {
  const newer = new Map(head.list.map((row) => [keyOf(row), row]));
  return pages.map((page, index) => {
    const { total, pageNum, pageSize } = page;
    const list = page.list.map((row) => newer.get(keyOf(row)) ?? row);
    // The next page follows from the numbers of the page before it, as they were when it was read.
    return { ...(index === 0 ? head : page), list, total, pageNum, pageSize };
  });
}
