import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import {
  type ComingBack,
  readComingBack,
  returnPath,
  useFinishLink,
  providerNames,
} from '#/features/social/social-link.ts';
import { LinkFailed, LinkUnderWay } from '#/features/social/link-result.tsx';
import { TransportError } from '#/lib/api/api-error.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { signInPath } from '#/lib/navigation.ts';
import { addressQuery } from '#/lib/query-parameters.ts';
import { useSession } from '#/lib/session/session.ts';
import { ScreenHeader } from '#/ui/screen-header.tsx';
import { showToast } from '#/ui/toast/toast-store.ts';

/** Takes the fan who comes back from a provider's consent page. */
export function SocialCallbackScreen(): ReactNode {
  const t = useText();
  const session = useSession();
  const [comingBack] = useState(() => readComingBack(addressQuery()));
  const isToSignIn = !session && comingBack !== null;
  // Going to the sign-in screen sets an address, which must stay.
  useEffect(() => (isToSignIn ? undefined : clearAddress()), [isToSignIn]);
  if (isToSignIn) return <Redirect to={signInPath('/my-accounts')} replace />;
  return (
    <>
      <ScreenHeader title={t('myAccounts.title')} backTo="/my-accounts" />
      <div className="px-4">
        {comingBack ? <Finishing comingBack={comingBack} /> : <LinkFailed error={null} backTo="/my-accounts" />}
      </div>
    </>
  );
}

/** Code and state are secret, and a reload must not send them again. */
function clearAddress(): void {
  history.replaceState(history.state, '', '/social-callback');
}

function Finishing({ comingBack }: { comingBack: ComingBack }): ReactNode {
  const t = useText();
  const [, navigate] = useLocation();
  const backTo = returnPath();
  const site = providerNames[comingBack.provider];
  const finish = useFinishLink(() => {
    showToast({ kind: 'success', title: t('socialCallback.linked', { site }) });
    navigate(backTo, { replace: true });
  });
  const finishOnce = useEffectEvent(() => finish.mutate(comingBack));
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    finishOnce();
  }, []);
  // Whether the account was linked is not known, so it may be asked again.
  const isUnheard = finish.error instanceof TransportError;
  const tryAgain = () => finish.mutate({ ...comingBack, isRepeat: true });
  return finish.error ? (
    <LinkFailed error={finish.error} backTo={backTo} {...(isUnheard && { onRetry: tryAgain })} />
  ) : (
    <LinkUnderWay provider={comingBack.provider} />
  );
}
