import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { call } from '#/lib/api/call.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { keepReturnPath } from './return-path.ts';
import type { SocialProvider } from './social-provider.ts';

/**
 * Goes to a provider's consent page, in this view: inside a host app there may be no other.
 *
 * @param comeBackTo - the path of the screen that is shown once the account is linked.
 */
export function useLinkAccount(provider: SocialProvider, comeBackTo: string) {
  const accountId = useAccountId() ?? '';
  const link = useMutation({
    meta: { shownInPlace: true },
    mutationFn: () =>
      provider === 'twitter'
        ? call('POST /task/api/v1/twitter/requestTokenLink', { body: { accountId } })
        : call('POST /task/api/v1/discord/requestLoginLink', { body: { accountId } }),
    onSuccess: ({ url }) => {
      keepReturnPath(comeBackTo);
      location.assign(url);
      // The page is on its way out: the button stays busy until it is gone.
      return new Promise<never>(() => undefined);
    },
  });
  // A browser that steps back may show the page as it was left, with the button still busy.
  const resetRestored = useEffectEvent((event: PageTransitionEvent) => {
    if (event.persisted) link.reset();
  });
  useEffect(() => {
    const restore = (event: PageTransitionEvent) => resetRestored(event);
    addEventListener('pageshow', restore);
    return () => removeEventListener('pageshow', restore);
  }, []);
  return link;
}
