import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryKey,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import { useAccountId } from '../session/session.ts';
import { nextPageNum, type Page } from './page.ts';

/** What `ui/infinite-list.tsx` shows. */
export type PagedList<Row> = PagedBy<Page<Row>>;

/** A list whose pages have more than rows, such as totals. */
export type PagedBy<P extends Page<unknown>> = UseInfiniteQueryResult<InfiniteData<P>>;

export type Paging = { readonly pageNum: number; readonly pageSize: number };

type PagedListPlan<P extends Page<unknown>> = {
  readonly queryKey: QueryKey;
  readonly fetchPage: (paging: Paging, signal: AbortSignal) => Promise<P>;
  readonly pageSize?: number;
  /** False disables the query, for example when signed out. */
  readonly enabled?: boolean;
  /** Polls while it returns milliseconds. A poll never aborts a request that is still running. */
  readonly refetchInterval?: (pages: readonly P[]) => number | false;
};

/**
 * An infinite list. An invalidation refetches all loaded pages, so that they stay consistent. The list shows its own
 * errors, not a toast.
 */
export function usePagedList<P extends Page<unknown>>(plan: PagedListPlan<P>): PagedBy<P> {
  return useInfiniteQuery(pagedListOptions(plan));
}

/** The query behind `usePagedList`. */
export function pagedListOptions<P extends Page<unknown>>({
  queryKey,
  fetchPage,
  pageSize = 20,
  enabled = true,
  refetchInterval = () => false,
}: PagedListPlan<P>) {
  return infiniteQueryOptions({
    queryKey: [...queryKey, 'pages', pageSize],
    queryFn: ({ pageParam, signal }) => fetchPage({ pageNum: pageParam, pageSize }, signal),
    initialPageParam: 1,
    getNextPageParam: (last: P) => nextPageNum(last),
    enabled,
    refetchInterval: ({ state }) => refetchInterval(state.data?.pages ?? []),
    meta: { shownInPlace: true },
  });
}

/** A list of the fan's own data; disabled when signed out. */
export function useMyPagedList<P extends Page<unknown>>(plan: Omit<PagedListPlan<P>, 'enabled'>): PagedBy<P> {
  const accountId = useAccountId();
  return usePagedList({ ...plan, queryKey: [...plan.queryKey, accountId], enabled: accountId !== undefined });
}
