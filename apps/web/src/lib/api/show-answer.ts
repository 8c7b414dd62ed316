import type { QueryClient, QueryFilters } from '@tanstack/react-query';

/**
 * Puts the answer to a change into the cache. A reading that is under way is ended and begun again, because it may bring the
 * state from before. A query that was never read gets nothing. Without `exact`, all keys that begin with `queryKey` change.
 */
export async function showAnswer<Known>(
  queryClient: QueryClient,
  queries: Pick<QueryFilters, 'exact'> & Required<Pick<QueryFilters, 'queryKey'>>,
  change: (known: Known) => Known,
): Promise<void> {
  const isReading = queryClient.isFetching(queries) > 0;
  if (isReading) await queryClient.cancelQueries(queries);
  queryClient.setQueriesData<Known>(queries, (known) => known && change(known));
  if (isReading) void queryClient.invalidateQueries(queries);
}
