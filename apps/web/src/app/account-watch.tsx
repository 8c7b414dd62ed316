import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { hostPresence } from '#/lib/host/host-presence.ts';
import { text, useText } from '#/lib/i18n/use-text.ts';
import { localStore } from '#/lib/key-value-store.ts';
import { pageAccountId } from '#/lib/session/page-account.ts';
import { currentSession, leavePage, nicknameKey, passportKey, resumeSession } from '#/lib/session/session.ts';
import { showToast } from '#/ui/toast/toast-store.ts';
import { signInPath } from '#/lib/navigation.ts';
import { useStore } from '#/lib/external-store.ts';
import { Button, buttonStyle } from '#/ui/button.tsx';

/** The nickname of this browser's fan, empty where it is unknown; null without a fan. */
const browserFan = {
  read: () => (localStore.get(passportKey) === null ? null : (localStore.get(nicknameKey) ?? '')),
  subscribe: (listener: () => void) => {
    addEventListener('storage', listener);
    return () => removeEventListener('storage', listener);
  },
};

type Sight = {
  /** The page's account; undefined before any. */
  readonly own: string | undefined;
  readonly isSignedIn: boolean;
  /** The browser's account: null for none, `1` for one that an earlier build has signed in. */
  readonly named: string | null;
};

/**
 * Decides what a page does about the browser's account: it leaves its own when another one is signed in, or its own
 * signed out; it takes up the browser's when it shows no fan.
 */
export function turnOf({ own, isSignedIn, named }: Sight): 'stay' | 'leave' | 'resume' {
  if (named === '1') return 'stay';
  if (named === null) return isSignedIn ? 'leave' : 'stay';
  if (own !== undefined && own !== named) return 'leave';
  return isSignedIn ? 'stay' : 'resume';
}

/**
 * The key that each tab writes when its fan has done something, because that changes what the fan's other tabs show.
 */
const actedKey = 'lightstick.acted';

/**
 * Follows which account this browser is signed in to, and what its fan does in other tabs. Inside a host the host names the
 * fan. Returns a function that ends it.
 */
export function watchAccount(queryClient: QueryClient): () => void {
  if (hostPresence()) return () => undefined;
  const watching = new AbortController();
  const { signal } = watching;
  const { style } = document.documentElement;

  const look = () => {
    const named = localStore.get(passportKey);
    const turn = turnOf({ own: pageAccountId(), isSignedIn: currentSession() !== null, named });
    if (turn === 'leave') {
      leavePage();
      queryClient.clear();
    }
    return turn;
  };
  const follow = async () => {
    // A hidden tab asks for its token when it is looked at.
    if (look() !== 'resume' || document.visibilityState === 'hidden') return;
    if ((await resumeSession()) === 'resumed') showToast({ kind: 'notice', title: nowText(browserFan.read()) });
  };

  addEventListener(
    'storage',
    ({ key, newValue }) => {
      // The nickname is written before the account.
      if (key === passportKey) void follow();
      const accountId = currentSession()?.userInfo.accountId;
      if (key === actedKey && accountId !== undefined && newValue?.startsWith(`${accountId} `))
        void queryClient.invalidateQueries({
          predicate: ({ queryKey }) => queryKey.includes(accountId),
          refetchType: document.visibilityState === 'hidden' ? 'none' : 'active',
        });
    },
    { signal },
  );
  document.addEventListener('visibilitychange', () => void follow(), { signal });
  // A page that is kept for going back is drawn before it runs again.
  addEventListener('pagehide', () => (style.visibility = currentSession() ? 'hidden' : ''), { signal });
  addEventListener(
    'pageshow',
    ({ persisted }) => {
      if (persisted && look() === 'leave') location.reload();
      else style.visibility = '';
    },
    { signal },
  );
  const stopTelling = queryClient.getMutationCache().subscribe((event) => {
    const accountId = currentSession()?.userInfo.accountId;
    if (accountId === undefined || event.type !== 'updated' || event.action.type !== 'success') return;
    localStore.set(actedKey, `${accountId} ${Date.now()}`);
  });
  // Another tab may have signed in before this was loaded. A name that is missing may have found no room in the storage.
  if (localStore.get(passportKey) !== null) look();
  return () => {
    watching.abort();
    stopTelling();
  };
}

/** Says who is signed in now. */
function nowText(nickname: string | null): string {
  if (nickname === null) return text('otherTab.left');
  return nickname ? text('otherTab.now', { nickname }) : text('otherTab.nowUnnamed');
}

/** Replaces a page whose fan this browser has signed out: says who is signed in now, and how to go on. */
export function LeftPage(): ReactNode {
  const t = useText();
  const nickname = useStore(browserFan);
  const reload = () => location.reload();
  return (
    <main className="grid min-h-dvh place-content-center p-4">
      <section role="alert" className="card w-full max-w-[416px] space-y-4 text-center">
        <h1 className="text-section font-extrabold wrap-anywhere">{nowText(nickname)}</h1>
        <p className="text-body text-pretty text-mute">
          {t(nickname !== null ? 'otherTab.changed' : 'otherTab.leftText')}
        </p>
        {nickname !== null ? (
          <Button size="large" className="w-full" onClick={reload}>
            {nickname ? t('otherTab.goOn', { nickname }) : t('otherTab.goOnUnnamed')}
          </Button>
        ) : (
          <>
            {/* A page load, because this page is at its end. */}
            <a
              href={signInPath(location.pathname + location.search)}
              className={`${buttonStyle('primary', 'large')} w-full`}
            >
              {t('account.signIn')}
            </a>
            <Button variant="soft" size="large" className="w-full" onClick={reload}>
              {t('otherTab.visitor')}
            </Button>
          </>
        )}
      </section>
    </main>
  );
}
