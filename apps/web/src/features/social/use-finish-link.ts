import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';
import type { ComingBack } from './coming-back.ts';
import { linkedName } from './social-provider.ts';
import { type MediaInfo, showMediaInfo } from './use-media-info.ts';

type Finishing = ComingBack & {
  /** The answer to an earlier sending was lost. */
  readonly isRepeat?: boolean;
};

/**
 * Tells the server what the provider's page has sent back, which it takes once. A repeat looks first whether the lost
 * answer was that the account is linked.
 */
export function useFinishLink(onLinked: (mediaInfo: MediaInfo) => void) {
  const queryClient = useQueryClient();
  const accountId = useAccountId() ?? '';
  return useMutation({
    meta: { shownInPlace: true },
    mutationFn: async ({ provider, state, answer, isRepeat }: Finishing) => {
      if (isRepeat) {
        const mediaInfo = await call('POST /task/api/v1/task/getMediaInfo', { body: { accountId } });
        if (linkedName(provider, mediaInfo) !== null) return mediaInfo;
      }
      const body = { accountId, state, ...answer };
      return provider === 'twitter'
        ? call('POST /task/api/v1/twitter/getTokenAndBind', { body })
        : call('POST /task/api/v1/discord/getTokenAndBind', { body });
    },
    onSuccess: async (mediaInfo) => {
      await showMediaInfo(queryClient, accountId, mediaInfo);
      onLinked(mediaInfo);
    },
    // What was lost on the way may have been carried out nevertheless.
    onError: () => queryClient.invalidateQueries({ queryKey: queryKeys.mediaInfo }),
  });
}
