import { type ReactNode, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { RegisterForm } from '#/features/accounts/register-form.tsx';
import { SignInForm } from '#/features/accounts/sign-in-form.tsx';
import { WalletWay } from '#/features/accounts/wallet/wallet-way.tsx';
import { useText } from '#/lib/i18n/use-text.ts';
import { safeNextPath } from '#/lib/navigation.ts';
import { queryParameter } from '#/lib/query-parameters.ts';
import { useSession } from '#/lib/session/session.ts';
import { LanguageSwitch } from '#/ui/language-switch.tsx';
import { LightstickCrowd } from '#/ui/lightstick-crowd.tsx';
import { Logo } from '#/ui/logo.tsx';
import { ScreenTitle } from '#/ui/screen-title.tsx';
import { SegmentedControl } from '#/ui/segmented-control.tsx';
import { AlreadySignedIn } from '../already-signed-in.tsx';
import { Consent } from '../consent.tsx';
import { LegalLinks } from '../legal-links.tsx';

type Way = 'signIn' | 'register';

/** Signing in and opening an account, and then on to where the fan wanted to go. */
export function LoginScreen(): ReactNode {
  const t = useText();
  const search = useSearch();
  const [, navigate] = useLocation();
  const session = useSession();
  const invitedBy = queryParameter('invite', search, location.hash) ?? '';
  const [way, setWay] = useState<Way>(invitedBy ? 'register' : 'signIn');
  const next = safeNextPath(search);
  const goOn = () => navigate(next, { replace: true });

  return (
    <>
      <header
        className="stage rounded-b-[32px] px-5 pb-22 text-white"
        style={{ paddingTop: 'calc(var(--safe-top) + 20px)' }}
      >
        <Link href="/" className="press inline-flex min-h-11 items-center" aria-label={t('nav.toHome')}>
          <Logo />
        </Link>
        <ScreenTitle className="mt-6 text-screen font-extrabold text-white">
          {way === 'signIn' ? t('login.welcomeBack') : t('login.join')}
        </ScreenTitle>
        <p className="mt-1 text-body font-medium">{way === 'signIn' ? t('login.signInNote') : t('login.joinNote')}</p>
        <LightstickCrowd />
      </header>
      <div className="relative z-10 mx-4 -mt-7 card">
        {session ? (
          <AlreadySignedIn nickname={session.userInfo.nickname ?? session.userInfo.accountId} onGoOn={goOn} />
        ) : (
          <div className="space-y-5">
            <SegmentedControl
              label={t('login.way')}
              value={way}
              onChange={setWay}
              segments={[
                { value: 'signIn', label: t('account.signIn') },
                { value: 'register', label: t('account.register') },
              ]}
            />
            {way === 'signIn' ? (
              <SignInForm onSignedIn={goOn} />
            ) : (
              <RegisterForm
                invitedBy={invitedBy}
                consent={<Consent />}
                onSignedIn={goOn}
                onHasAccount={() => setWay('signIn')}
              />
            )}
            <WalletWay
              invitedBy={way === 'register' || invitedBy ? invitedBy : undefined}
              consent={<Consent />}
              onSignedIn={goOn}
            />
          </div>
        )}
      </div>
      <div className="mx-4 mt-5 space-y-3">
        <LanguageSwitch />
        <LegalLinks />
      </div>
    </>
  );
}
