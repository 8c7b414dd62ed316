import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { signInPath } from '#/lib/navigation.ts';
import { useStore } from '#/lib/use-store.ts';
import { Button, buttonStyle } from '#/ui/button.tsx';
import { browserFan, nowText } from './account-watch.ts';

/** In place of a page whose fan is no longer this browser's: who is signed in now, and how to go on. */
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
