import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { tabStore } from '#/lib/key-value-store.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { linkedName, type SocialProvider } from './social-provider.ts';
import { type MediaInfo, showMediaInfo } from './use-media-info.ts';

type Finishing = ComingBack & {
  /** The answer to an earlier sending was lost. */
  readonly isRepeat?: boolean;
};

/**
 * Sends the provider's response to the server, which accepts it once. A retry first checks whether the account is already
 * linked.
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
    // A lost request may still have been carried out.
    onError: () => queryClient.invalidateQueries({ queryKey: queryKeys.mediaInfo }),
  });
}

/** What a provider's page returns in the address: a code after a consent, else an error name. */
export type ComingBack = {
  readonly provider: SocialProvider;
  readonly state: string;
  readonly answer: { readonly code: string } | { readonly error: string };
};

/** Reads it from a search string; null for an address that no provider made. The state names the provider. */
export function readComingBack(search: string): ComingBack | null {
  const parameters = new URLSearchParams(search);
  const state = parameters.get('state') ?? '';
  const provider = state.split('.', 1)[0];
  const [code, error] = [parameters.get('code'), parameters.get('error')];
  if (provider !== 'twitter' && provider !== 'discord') return null;
  if (code) return { provider, state, answer: { code } };
  return error ? { provider, state, answer: { error } } : null;
}

const key = 'lightstick.socialReturn';

/** Keeps where the fan came from while they are at the provider's page, which is shown in this very tab. */
export function keepReturnPath(path: string): void {
  tabStore.set(key, path);
}

/** Where the fan came from; the screen of linked accounts when that is not known. */
export function returnPath(): string {
  return tabStore.get(key) ?? '/my-accounts';
}
