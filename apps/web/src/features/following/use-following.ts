import type { Contract, DataOf } from '@lightstick/contract';
import { useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { text } from '#/lib/i18n/use-text.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { showToast } from '#/ui/toast/toast-store.ts';

const listRoute = 'GET /activity/api/v1/following/getFollowedIdols';

/** The idols that a fan follows, the main one first, and what their standings are of. */
export type FollowedIdols = DataOf<Contract[typeof listRoute]>;
export type FollowedIdol = FollowedIdols['list'][number];

const keyOf = (accountId: string | undefined) => ['followedIdols', accountId] as const;

/** Their places change with every vote; cards say them to a glance, not to the second. */
const againMs = 20_000;

/** Loads the followed idols with their standings; disabled for a visitor. */
export function useFollowedIdols(): UseQueryResult<FollowedIdols> {
  const accountId = useAccountId();
  return useQuery({
    queryKey: keyOf(accountId),
    queryFn: ({ signal }) => call(listRoute, {}, { signal }),
    enabled: accountId !== undefined,
    staleTime: againMs / 2,
    refetchInterval: ({ state: { data } }) => (data && data.list.length > 0 ? againMs : false),
    meta: { shownInPlace: true },
  });
}

export type FollowChange =
  | { readonly kind: 'follow'; readonly idolId: string; readonly asMain: boolean }
  | { readonly kind: 'unfollow'; readonly idolId: string };

/** Changes whom the fan follows, and says it when another idol is the main one. A refusal becomes a toast. */
export function useChangeFollowing() {
  const queryClient = useQueryClient();
  const key = keyOf(useAccountId());
  return useMutation({
    mutationFn: (change: FollowChange) =>
      change.kind === 'follow'
        ? call('POST /activity/api/v1/following/follow', { body: { idolId: change.idolId, asMain: change.asMain } })
        : call('POST /activity/api/v1/following/unfollow', { body: { idolId: change.idolId } }),
    onSuccess: async (followed) => {
      // A reading that began before would bring the old list back.
      await queryClient.cancelQueries({ queryKey: key });
      const before = queryClient.getQueryData<FollowedIdols>(key)?.list[0];
      queryClient.setQueryData<FollowedIdols>(key, followed);
      const [main] = followed.list;
      if (main && main.idolId !== before?.idolId) {
        showToast({ kind: 'success', title: text('following.mainNow', { name: main.name }) });
      }
    },
  });
}
