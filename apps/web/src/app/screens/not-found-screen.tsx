import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle } from '#/ui/button-style.ts';
import { LightstickCrowd } from '#/ui/lightstick-crowd.tsx';
import { ScreenTitle } from '#/ui/screen-title.tsx';

/** A path that leads nowhere (yet): said kindly, with a way on. */
export function NotFoundScreen(): ReactNode {
  const t = useText();
  return (
    <div className="stage flex min-h-[72dvh] flex-col items-center justify-center rounded-b-[32px] px-8 pb-16 text-center">
      <p aria-hidden="true" className="num text-[96px] leading-none font-extrabold text-white/25">
        404
      </p>
      <ScreenTitle className="mt-2 text-screen font-extrabold text-white">{t('notFound.title')}</ScreenTitle>
      <p className="mt-2 max-w-72 text-body">{t('notFound.text')}</p>
      <Link href="/" className={`${buttonStyle('glass')} mt-6 min-h-14! px-8!`}>
        {t('notFound.home')}
      </Link>
      <LightstickCrowd />
    </div>
  );
}
