import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle } from '#/ui/button-style.ts';
import { ClockIcon } from '#/ui/icons/more-icons.tsx';
import { ScreenHeader } from '#/ui/screen-header.tsx';

type StayTunedProps = {
  title: string;
  /** What fans will find here, in one or two sentences. */
  children: ReactNode;
};

/** A screen whose event has not begun on this platform: says so plainly and shows the way on. */
export function StayTuned({ title, children }: StayTunedProps): ReactNode {
  const t = useText();
  return (
    <>
      <ScreenHeader title={title} />
      <section className="mx-4 card text-center">
        <span className="mx-auto grid size-16 place-content-center rounded-full bg-brand-soft text-brand">
          <ClockIcon size={30} />
        </span>
        <p className="mt-4 text-title font-bold">{t('stayTuned.title')}</p>
        <p className="mx-auto mt-2 max-w-72 text-body text-balance text-mute">{children}</p>
        <Link href="/" className={`${buttonStyle('soft', 'large')} mt-6`}>
          {t('stayTuned.home')}
        </Link>
      </section>
    </>
  );
}
