import type { Contract, DataOf } from '@lightstick/contract';
import { useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { text } from '#/lib/i18n/use-text.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { showToast } from '#/ui/toast/toast-store.ts';

const route = 'GET /activity/api/v1/progress/getProgress';

export type Progress = DataOf<Contract[typeof route]>;

/** Part of the records of votes: a vote adds to the level and the streak. */
export const progressKey = (accountId: string | undefined) => [...queryKeys.voteRecord, 'progress', accountId] as const;

/** Loads the fan's level, streak, totals and badges. */
export function useProgress(): UseQueryResult<Progress> {
  const accountId = useAccountId();
  return useQuery({
    queryKey: progressKey(accountId),
    queryFn: ({ signal }) => call(route, {}, { signal }),
    enabled: accountId !== undefined,
    // Votes, tasks and midnights change it, so each look at it asks again.
    staleTime: 0,
    meta: { shownInPlace: true },
  });
}

/** Mends yesterday. A refusal becomes a toast. */
export function useMendStreak() {
  const queryClient = useQueryClient();
  const key = progressKey(useAccountId());
  return useMutation({
    mutationFn: () => call('POST /activity/api/v1/progress/mendStreak', { body: {} }),
    onSuccess: async (progress) => {
      // A reading that began before would bring the gap back.
      await queryClient.cancelQueries({ queryKey: key });
      queryClient.setQueryData<Progress>(key, progress);
      showToast({ kind: 'success', title: text('progress.mended') });
    },
  });
}
