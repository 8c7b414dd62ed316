import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { TasksIcon, TrophyIcon } from '#/ui/icons/first-icons.tsx';
import { HeartIcon, MusicIcon } from '#/ui/icons/more-icons.tsx';
import { SongArt } from '../art/song-art.tsx';
import { OpensSoonBadge } from '../opens-soon-badge.tsx';
import { SectionHeading } from '../section-heading.tsx';
import { type Step, StepList } from '../step-list.tsx';
import { type Way, WayList } from '../way-list.tsx';
import { sectionPath } from './sections.ts';
import { SongStage } from './song-stage.tsx';

const rounds: readonly Step[] = [
  { title: 'songs.round1', text: 'songs.round1Short' },
  { title: 'songs.round2', text: 'songs.round2Short' },
];

const ways: readonly Way[] = [
  { to: '/task', icon: TasksIcon, title: 'songs.earn', text: 'songs.earnText' },
  { to: sectionPath('about'), icon: MusicIcon, title: 'songs.nav.about', text: 'songs.aboutWay' },
  { to: sectionPath('rewards'), icon: TrophyIcon, title: 'songs.nav.rewards', text: 'songs.rewardsWay' },
  { to: sectionPath('center'), icon: HeartIcon, title: 'songs.nav.center', text: 'songs.centerWay' },
];

/** What the song event is, in one screenful. */
export function HomePart(): ReactNode {
  const t = useText();
  return (
    <SongStage section="home" title={t('songs.event')} text={t('songs.eventText')} soon art={<SongArt />}>
      <section aria-labelledby="rounds" className="card">
        <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
          <h2 id="rounds" className="text-title font-bold">
            {t('songs.rounds')}
          </h2>
          <OpensSoonBadge />
        </div>
        <StepList steps={rounds} />
      </section>
      <section aria-labelledby="song-ways" className="card">
        <SectionHeading id="song-ways">{t('stayTuned.meanwhile')}</SectionHeading>
        <WayList ways={ways} />
      </section>
    </SongStage>
  );
}
