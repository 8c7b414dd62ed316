import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { queryKeys } from '#/lib/query-keys.ts';
import { carryOutCommands } from './enter-host.ts';

test('refreshData fetches what is on screen, and marks assets, profile and linked accounts as stale', async () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  for (const queryKey of [queryKeys.assets, queryKeys.profile, queryKeys.mediaInfo, queryKeys.offers])
    queryClient.setQueryData([...queryKey, 'fan-1'], 'known');
  const fetchRanking = vi.fn<() => Promise<string>>(async () => 'ranking');
  const screen = new QueryObserver(queryClient, { queryKey: queryKeys.ranking('1004'), queryFn: fetchRanking });
  const leave = screen.subscribe(() => undefined);
  await vi.waitFor(() => expect(screen.getCurrentResult().data).toBe('ranking'));

  carryOutCommands(queryClient)({ command: 'refreshData', params: {} });
  await vi.waitFor(() => expect(fetchRanking).toHaveBeenCalledTimes(2));
  const isOld = (key: readonly string[]) => queryClient.getQueryState([...key, 'fan-1'])?.isInvalidated;
  expect(isOld(queryKeys.assets)).toBe(true);
  expect(isOld(queryKeys.profile)).toBe(true);
  expect(isOld(queryKeys.mediaInfo)).toBe(true);
  expect(isOld(queryKeys.offers)).toBe(false);
  leave();
  queryClient.clear();
});
