import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle } from '#/ui/button-style.ts';
import { TasksIcon, TrophyIcon } from '#/ui/icons/first-icons.tsx';
import { SearchIcon } from '#/ui/icons/more-icons.tsx';
import { LightstickCrowd } from '#/ui/lightstick-crowd.tsx';
import { ScreenTitle } from '#/ui/screen-title.tsx';
import { NotFoundArt } from '../art/not-found-art.tsx';
import { SectionHeading } from '../section-heading.tsx';
import { type Way, WayList } from '../way-list.tsx';

const ways: readonly Way[] = [
  { to: '/vote-activity', icon: TrophyIcon, title: 'nav.ranking', text: 'notFound.ranking' },
  { to: '/search-idol', icon: SearchIcon, title: 'discover.search', text: 'discover.searchText' },
  { to: '/task', icon: TasksIcon, title: 'nav.tasks', text: 'notFound.tasks' },
];

/** A path that leads nowhere (yet): said kindly, with a way on. */
export function NotFoundScreen(): ReactNode {
  const t = useText();
  return (
    <>
      <header className="stage px-8 pb-24 text-center" style={{ paddingTop: 'calc(var(--safe-top) + 28px)' }}>
        <NotFoundArt />
        <ScreenTitle className="mt-3 text-screen font-extrabold text-white">{t('notFound.title')}</ScreenTitle>
        <p className="mx-auto mt-2 max-w-80 text-body text-balance">{t('notFound.text')}</p>
        <Link href="/" className={`${buttonStyle('glass')} mt-5 min-h-14! px-8! text-body!`}>
          {t('notFound.home')}
        </Link>
        <LightstickCrowd />
      </header>
      <section aria-labelledby="elsewhere" className="relative z-10 mx-4 -mt-6 card">
        <SectionHeading id="elsewhere">{t('notFound.elsewhere')}</SectionHeading>
        <WayList ways={ways} />
      </section>
    </>
  );
}
