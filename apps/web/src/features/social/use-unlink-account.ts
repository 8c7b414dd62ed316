import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';
import type { SocialProvider } from './social-provider.ts';
import { showMediaInfo } from './use-media-info.ts';

/** Unlinks an account; its name is gone from the screen with the answer. */
export function useUnlinkAccount(provider: SocialProvider, onUnlinked: () => void) {
  const queryClient = useQueryClient();
  const accountId = useAccountId() ?? '';
  return useMutation({
    meta: { shownInPlace: true },
    mutationFn: () =>
      provider === 'twitter'
        ? call('POST /task/api/v1/twitter/unBindTwitter', { body: { accountId } })
        : call('POST /task/api/v1/discord/unBindDiscord', { body: { accountId } }),
    onSuccess: async (mediaInfo) => {
      await showMediaInfo(queryClient, accountId, mediaInfo);
      onUnlinked();
    },
    // A refusal says that the screen is old.
    onError: () => queryClient.invalidateQueries({ queryKey: queryKeys.mediaInfo }),
  });
}
