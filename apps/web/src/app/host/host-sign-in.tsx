import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { theHost } from '#/lib/host/the-host.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { adoptHostUser } from '#/lib/session/adopt-host-user.ts';
import { Button } from '#/ui/button.tsx';

/** Sends the fan to the host's sign-in, and asks the host for its fan when they come back. */
export function HostSignIn({ onSignedIn }: { onSignedIn?: () => void }): ReactNode {
  const t = useText();
  const [isAsking, setIsAsking] = useState(false);
  const [isNobody, setIsNobody] = useState(false);
  const host = theHost();
  const ask = async () => {
    if (!host || isAsking) return;
    setIsAsking(true);
    try {
      const user = await host.getUserInfo();
      if (user) {
        adoptHostUser(user);
        onSignedIn?.();
      }
      setIsNobody(!user);
    } catch (error) {
      console.warn('The host did not name its fan.', error);
      setIsNobody(true);
    }
    setIsAsking(false);
  };
  const askAgain = useEffectEvent(() => {
    if (document.visibilityState === 'visible') void ask();
  });
  useEffect(() => {
    const look = () => askAgain();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return (
    <section aria-label={t('host.signIn')} className="card">
      <p className="text-body font-semibold text-pretty">{t('host.signIn')}</p>
      {host ? (
        <Button variant="soft" size="large" className="mt-4" busy={isAsking} onClick={() => void ask()}>
          {t('host.signedIn')}
        </Button>
      ) : null}
      <p role="status" className="mt-2 text-small text-mute empty:hidden">
        {isNobody ? t('host.nobody') : null}
      </p>
    </section>
  );
}
