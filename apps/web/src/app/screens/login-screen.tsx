import type { PageSlug } from '@lightstick/contract';
import { type ReactNode, useState, type MouseEvent, Suspense } from 'react';
import { Link, useLocation } from 'wouter';
import { HostSignIn } from '#/app/host/host-sign-in.tsx';
import { usePlatform } from '#/lib/platform.ts';
import { RegisterForm } from '#/features/identity/register-form.tsx';
import { SignInForm, WalletSignInButton } from '#/features/identity/sign-in-form.tsx';
import { type IdolPlace, useIdol } from '#/features/elections/idol/use-idol.ts';
import { useWithdrawnText } from '#/features/elections/withdrawn-idols.tsx';
import { pageName, pagePath } from '#/features/content/page-name.ts';
import { theHost } from '#/lib/host/the-host.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { lazyPart } from '#/lib/lazy-part.ts';
import { localStore } from '#/lib/key-value-store.ts';
import { safeNextPath } from '#/lib/navigation.ts';
import { useQueryParameter, useAddressQuery } from '#/lib/query-parameters.ts';
import { currentSession, useSession } from '#/lib/session/session.ts';
import { useConfig } from '#/lib/use-config.ts';
import { Button } from '#/ui/button.tsx';
import { LightstickCrowd } from '#/ui/lightstick-crowd.tsx';
import { Logo } from '#/ui/logo.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { LanguageSwitch } from '#/ui/preference-switches.tsx';
import { BackLink } from '#/ui/screen-header.tsx';
import { ScreenTitle } from '#/ui/screen-title.tsx';
import { SegmentedControl } from '#/ui/segmented-control.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { showToast } from '#/ui/toast/toast-store.ts';

type SignInWay = 'signIn' | 'register';

/** Marks a device on which a fan has signed in; it prefers signing in over signing up. */
const hasAccountKey = 'lightstick.hasAccount';

/** Lets the fan sign in or open an account, and leads on to where they wanted to go. */
export function LoginScreen(): ReactNode {
  const t = useText();
  const session = useSession();
  const invitedBy = useQueryParameter('invite') ?? '';
  const asksToJoin = useQueryParameter('way') === 'register' && localStore.get(hasAccountKey) === null;
  const [way, setWay] = useState<SignInWay>(invitedBy || asksToJoin ? 'register' : 'signIn');
  const [email, setEmail] = useState('');
  const { goOn, welcome } = useGoOn();

  return (
    <>
      <header className="stage rounded-b-[32px] px-5 pt-[calc(var(--safe-top)+20px)] pb-22 text-white">
        <div className="flex items-center gap-3">
          <BackLink to="/" onStage />
          <Link href="/" className="press inline-flex min-h-11 items-center" aria-label={t('nav.toHome')}>
            <Logo />
          </Link>
        </div>
        <ScreenTitle className="mt-6 text-screen font-extrabold text-white">
          {way === 'signIn' ? t('login.welcomeBack') : t('login.join')}
        </ScreenTitle>
        <p className="mt-1 text-body font-medium">{way === 'signIn' ? t('login.signInNote') : t('login.joinNote')}</p>
        <WantedIdol />
        <LightstickCrowd />
      </header>
      {session ? null : <SignInOfHost onSignedIn={goOn} />}
      <div className="relative z-10 mx-4 -mt-7 card">
        {session ? (
          <AlreadySignedIn nickname={session.userInfo.nickname} onGoOn={goOn} />
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
              <SignInForm email={email} onSignedIn={goOn} />
            ) : (
              <RegisterForm
                invitedBy={invitedBy}
                consent={<Consent />}
                onSignedIn={welcome}
                onHasAccount={(registered) => {
                  setEmail(registered);
                  setWay('signIn');
                }}
              />
            )}
            <WalletSignInButton
              invitedBy={way === 'register' || invitedBy ? invitedBy : undefined}
              consent={<Consent />}
              onSignedIn={(isNew) => (isNew ? welcome() : goOn())}
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

/** A host app signs its fans in itself, so that comes first; its users without an account have the forms below. */
function SignInOfHost({ onSignedIn }: { onSignedIn: () => void }): ReactNode {
  const isInHost = usePlatform() === 'app' && theHost() !== undefined;
  if (!isInHost) return null;
  return (
    <div className="relative z-10 mx-4 -mt-7 mb-11">
      <HostSignIn onSignedIn={onSignedIn} />
    </div>
  );
}

/** Shows the idol for whom a visitor pressed Vote, whose sheet opens after signing in. */
function WantedIdol(): ReactNode {
  const [path = '', query] = safeNextPath(useAddressQuery()).split('?');
  const wanted = new URLSearchParams(query);
  const idolId = wanted.get('vote');
  const config = useConfig();
  const activityId = wanted.get('activityId') ?? config.data?.currentActivityId;
  if (idolId === null || !activityId || path.startsWith('/snh48vote')) return null;
  return <IdolLine place={{ activityId, idolId }} />;
}

function IdolLine({ place }: { place: IdolPlace }): ReactNode {
  const t = useText();
  const { data: idol, error } = useIdol(place);
  const withdrawn = useWithdrawnText(place, error);
  if (withdrawn !== undefined) {
    return (
      <p dir="auto" className="mt-4 rounded-tile bg-black/30 p-3 text-body font-bold text-pretty">
        {withdrawn}
      </p>
    );
  }
  if (error) return null;
  if (!idol) return <Skeleton className="mt-4 h-16 rounded-tile" />;
  return (
    <p className="mt-4 flex items-center gap-3 rounded-tile bg-black/30 p-2 text-body font-bold">
      <Portrait src={idol.portraitUrl} width={48} height={48} className="size-12 rounded-full" />
      {t('login.voteFor', { name: idol.name })}
    </p>
  );
}

/** Leads to where the fan wanted to go; `welcome` after signing up. */
function useGoOn(): { goOn: () => void; welcome: () => void } {
  const t = useText();
  const next = safeNextPath(useAddressQuery());
  const [, navigate] = useLocation();
  const goOn = () => {
    localStore.set(hasAccountKey, '1');
    navigate(next, { replace: true });
  };
  const welcome = () => {
    const nickname = currentSession()?.userInfo.nickname;
    if (nickname) showToast({ kind: 'success', title: t('login.welcome', { nickname }) });
    goOn();
  };
  return { goOn, welcome };
}

/** A host may hand over a session without a nickname. */
type AlreadySignedInProps = { nickname: string | undefined; onGoOn: () => void };

/** Greets a fan who comes to the sign-in screen without needing it. */
function AlreadySignedIn({ nickname, onGoOn }: AlreadySignedInProps): ReactNode {
  const t = useText();
  return (
    <div className="space-y-4 text-center">
      <p className="text-body wrap-anywhere">
        {nickname ? t('login.already', { nickname }) : t('login.alreadyUnnamed')}
      </p>
      <Button size="large" onClick={onGoOn}>
        {t('login.goOn')}
      </Button>
    </div>
  );
}

const pageSheet = lazyPart<{ slug: PageSlug; onClose: () => void }>(() =>
  import('#/app/pages/page-sheet.tsx').then((module) => module.PageSheet),
);

/** A placeholder for a link in the sentence; it occurs in no language. */
const mark = '\u0000';

/** Says what signing up agrees to, with links that keep the form as it is. */
function Consent(): ReactNode {
  const t = useText();
  const [open, setOpen] = useState<PageSlug | null>(null);
  const [before, between, after] = t('login.consent', { terms: mark, privacy: mark }).split(mark);
  const link = (slug: PageSlug) => (
    <a
      href={pagePath(slug)}
      onPointerEnter={() => void pageSheet.preload()}
      onClick={(event) => openInPlace(event, () => setOpen(slug))}
      className="font-semibold text-brand underline underline-offset-3"
    >
      {t(pageName(slug))}
    </a>
  );
  return (
    <>
      <p className="text-small text-pretty text-mute">
        {before}
        {link('use-terms')}
        {between}
        {link('privacy-policy')}
        {after}
      </p>
      {open ? (
        <Suspense fallback={null}>
          <pageSheet.Component slug={open} onClose={() => setOpen(null)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** A plain click opens the sheet; one that asks for another tab gets it. */
function openInPlace(event: MouseEvent, show: () => void): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  show();
}

const slugs: readonly PageSlug[] = ['about-us', 'use-terms', 'privacy-policy', 'csae-policy'];

const pageLinkLook =
  'inline-flex min-h-11 items-center text-small font-semibold text-mute underline underline-offset-3';

/** Links to pages that must be reachable without an account. */
function LegalLinks(): ReactNode {
  const t = useText();
  return (
    <nav aria-label={t('me.pages')}>
      <ul className="flex flex-wrap justify-center gap-x-4">
        {slugs.map((slug) => (
          <li key={slug}>
            <Link href={pagePath(slug)} className={pageLinkLook}>
              {t(pageName(slug))}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
