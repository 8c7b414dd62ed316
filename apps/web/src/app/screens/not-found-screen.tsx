import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Drawing, Glow, Sparkle, lights, night } from '#/ui/art/drawing.tsx';
import { SectionHeading } from '#/ui/section-heading.tsx';
import { type Way, WayList } from '#/ui/way-list.tsx';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle } from '#/ui/button.tsx';
import { SearchIcon } from '#/ui/icons/more-icons.tsx';
import { TasksIcon, TrophyIcon } from '#/ui/icons/shell-icons.tsx';
import { LightstickCrowd } from '#/ui/lightstick-crowd.tsx';
import { ScreenTitle } from '#/ui/screen-title.tsx';

const ways: readonly Way[] = [
  { to: '/vote-activity', icon: TrophyIcon, title: 'nav.ranking', text: 'notFound.ranking' },
  { to: '/search-idol', icon: SearchIcon, title: 'discover.search', text: 'discover.searchText' },
  { to: '/task', icon: TasksIcon, title: 'nav.tasks', text: 'notFound.tasks' },
];

/** Shows an unknown path: a friendly message with a link. */
export function NotFoundScreen(): ReactNode {
  const t = useText();
  return (
    <>
      <header className="stage px-8 pt-[calc(var(--safe-top)+28px)] pb-24 text-center">
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

/** Draws 404 under a searchlight: the zero is a lightstick. */
function NotFoundArt(): ReactNode {
  return (
    <Drawing width={320} height={200}>
      {(name) => (
        <>
          <defs>
            <Glow id={name('bulb')} colour={lights.pink} strength={0.85} />
            <Glow id={name('pool')} colour="#ffffff" strength={0.4} />
            <linearGradient id={name('beam')} x2="0" y2="1">
              <stop stopColor="#fff" stopOpacity=".5" />
              <stop offset="1" stopColor="#fff" stopOpacity=".04" />
            </linearGradient>
            <linearGradient id={name('digit')} x2="0" y2="1">
              <stop stopColor="#fff" stopOpacity=".7" />
              <stop offset="1" stopColor="#fff" stopOpacity=".16" />
            </linearGradient>
          </defs>
          <path d="M148-60L86 178h148L172-60z" fill={`url(#${name('beam')})`} />
          <ellipse cx="160" cy="178" rx="110" ry="16" fill={`url(#${name('pool')})`} />
          <g fill={`url(#${name('digit')})`} fontSize="132" fontWeight="800" textAnchor="middle">
            <text x="64" y="152">
              4
            </text>
            <text x="256" y="152">
              4
            </text>
          </g>
          <g transform="rotate(12 160 110)">
            <circle cx="160" cy="84" r="62" fill={`url(#${name('bulb')})`} />
            <rect x="151" y="112" width="18" height="66" rx="9" fill={night} />
            <rect x="146" y="110" width="28" height="14" rx="6" fill="#fff" opacity=".9" />
            <circle cx="160" cy="84" r="32" fill={lights.pink} />
            <path
              d="M146 88a5 5 0 0 1 9 0M165 88a5 5 0 0 1 9 0"
              stroke={night}
              strokeWidth="3"
              strokeLinecap="round"
              fill="none"
            />
            <circle cx="160" cy="97" r="3" fill={night} />
            <circle cx="150" cy="70" r="6" fill="#fff" opacity=".85" />
          </g>
          <Sparkle x={108} y={44} size={8} />
          <Sparkle x={222} y={58} size={6} opacity={0.7} />
          <Sparkle x={30} y={48} size={5} opacity={0.6} />
          <Sparkle x={294} y={30} size={7} opacity={0.8} />
        </>
      )}
    </Drawing>
  );
}
