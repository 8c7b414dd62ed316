import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Shows at once what the answer to a change says. A reading that began before the change would bring the older state back, so
 * it is ended first and begun again. Queries that have not been read yet stay so.
 */
export async function showAnswer<Known>(
  queryClient: QueryClient,
  queryKey: QueryKey,
  change: (known: Known) => Known,
): Promise<void> {
  const isReading = queryClient.isFetching({ queryKey }) > 0;
  if (isReading) await queryClient.cancelQueries({ queryKey });
  queryClient.setQueriesData<Known>({ queryKey }, (known) => known && change(known));
  if (isReading) void queryClient.invalidateQueries({ queryKey });
}
