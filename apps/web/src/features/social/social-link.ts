import type { Contract, ErrorOf } from '@lightstick/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';
import { tabStore } from '#/lib/key-value-store.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { refusalText } from '#/lib/refusal-text.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { type IconComponent, drawIcon } from '#/ui/icons/draw-icon.tsx';
import { type MediaInfo, showMediaInfo } from './use-media-info.ts';

/** The signs by which the two sites are known, in the line of our own icons. */
const XIcon = drawIcon('M4.5 4.5 15.8 19.5h3.7L8.2 4.5zM4.8 19.5l6.2-6.7M13 10.9l6-6.4');
const DiscordIcon = drawIcon(
  'M8.2 17.4 7 19.5c-2-.6-3.2-1.5-3.2-1.5-.3-4.4.9-8.6 3-12 1.4-.8 3-1.2 3-1.2l.5 1.3h3.4l.5-1.3s1.6.4 3 ' +
    '1.2c2.1 3.4 3.3 7.6 3 12 0 0-1.2.9-3.2 1.5l-1.2-2.1M7.5 17c2.8 1.3 6.2 1.3 9 0M9.3 12.4v.6M14.7 12.4v.6',
);

export type SocialProvider = 'twitter' | 'discord';

/** The providers' names, the same in every language. */
export const providerNames: Readonly<Record<SocialProvider, string>> = { twitter: 'X', discord: 'Discord' };

export const providerIcons: Readonly<Record<SocialProvider, IconComponent>> = { twitter: XIcon, discord: DiscordIcon };

/** Returns the name of the account that is linked, if one is. */
export function linkedName(provider: SocialProvider, mediaInfo: MediaInfo): string | null {
  return provider === 'twitter' ? mediaInfo.twitterName : mediaInfo.discordName;
}

type ProviderReturn = ComingBack & {
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
    mutationFn: async ({ provider, state, answer, isRepeat }: ProviderReturn) => {
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

/** The parameters of a provider's return: a code after a consent, else an error name. */
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

/** Returns where the fan came from; the screen of linked accounts when that is not known. */
export function returnPath(): string {
  return tabStore.get(key) ?? '/my-accounts';
}

type BeginRefusal = ErrorOf<Contract['POST /task/api/v1/twitter/requestTokenLink']>;
type FinishRefusal = ErrorOf<Contract['POST /task/api/v1/twitter/getTokenAndBind']>;
type UnlinkRefusal = ErrorOf<Contract['POST /task/api/v1/twitter/unBindTwitter']>;

/** Complete by construction: a refusal added to the contract is a type error here until someone words it. */
const beginTexts: Record<BeginRefusal, MessageId> = {
  SOCIAL_UNAVAILABLE: 'social.refused.plain',
  SOCIAL_ALREADY_BOUND: 'social.refused.alreadyBound',
};

const finishTexts: Record<FinishRefusal, MessageId> = {
  ...beginTexts,
  SOCIAL_LINK_INVALID: 'social.refused.plain',
  SOCIAL_DENIED: 'social.refused.plain',
  SOCIAL_ACCOUNT_TAKEN: 'social.refused.taken',
  SOCIAL_ACCOUNT_WAITING: 'social.refused.plain',
};

const unlinkTexts: Record<UnlinkRefusal, MessageId> = { SOCIAL_NOT_BOUND: 'social.refused.notBound' };

export function beginErrorText(error: Error, t: Translate): string {
  return refusalText(error, beginTexts, t);
}

export function finishErrorText(error: Error, t: Translate): string {
  return refusalText(error, finishTexts, t);
}

export function unlinkErrorText(error: Error, t: Translate): string {
  return refusalText(error, unlinkTexts, t);
}
