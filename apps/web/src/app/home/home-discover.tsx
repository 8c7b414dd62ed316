import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import type { IconComponent } from '#/ui/icons/draw-icon.tsx';
import { CoinsIcon, HeartIcon, LiveIcon, MusicIcon, SearchIcon, SparkleIcon } from '#/ui/icons/more-icons.tsx';
import { SectionHeading } from '../section-heading.tsx';

type Place = { readonly to: string; readonly title: MessageId; readonly text: MessageId; readonly icon: IconComponent };

const places: readonly Place[] = [
  { to: '/best7', title: 'discover.best7', text: 'discover.best7Text', icon: HeartIcon },
  { to: '/snh48vote', title: 'discover.songs', text: 'discover.songsText', icon: MusicIcon },
  { to: '/live', title: 'discover.live', text: 'discover.liveText', icon: LiveIcon },
  { to: '/activity', title: 'discover.activities', text: 'discover.activitiesText', icon: SparkleIcon },
  { to: '/search-idol', title: 'discover.search', text: 'discover.searchText', icon: SearchIcon },
  { to: '/stake', title: 'discover.stake', text: 'discover.stakeText', icon: CoinsIcon },
];

/** The ways to everything beside the election, the tasks and the mall. */
export function HomeDiscover(): ReactNode {
  const t = useText();
  return (
    <section aria-labelledby="home-discover" className="card">
      <SectionHeading id="home-discover">{t('discover.title')}</SectionHeading>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-2.5">
        {places.map(({ to, title, text, icon: Icon }) => (
          <li key={to} className="grid">
            <Link href={to} className="press flex flex-col gap-2.5 rounded-tile bg-bg p-3.5">
              <span className="grid size-11 place-content-center rounded-control bg-brand-soft text-brand">
                <Icon size={22} />
              </span>
              <span>
                <span className="block text-small font-bold">{t(title)}</span>
                <span className="mt-0.5 block text-caption text-mute">{t(text)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
