import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { CalendarIcon, MusicIcon, TicketIcon } from '#/ui/icons/more-icons.tsx';
import { StageArt } from '../art/stage-art.tsx';
import { type Feature, FeatureList } from '../feature-list.tsx';
import { OpensSoon } from '../opens-soon.tsx';
import { SectionHeading } from '../section-heading.tsx';
import { SongStage } from './song-stage.tsx';

const features: readonly Feature[] = [
  { icon: CalendarIcon, title: 'songs.when', text: 'songs.whenText' },
  { icon: TicketIcon, title: 'songs.tickets', text: 'songs.ticketsText' },
  { icon: MusicIcon, title: 'songs.setList', text: 'songs.setListText' },
];

/** The concert that the vote is for. Nothing of it is announced yet, and nothing is made up. */
export function ConcertPart(): ReactNode {
  const t = useText();
  return (
    <SongStage section="concert" title={t('songs.concert')} text={t('songs.concertText')} soon art={<StageArt />}>
      <OpensSoon title={t('songs.concertNone')}>{t('songs.concertNoneText')}</OpensSoon>
      <section aria-labelledby="concert-features" className="card">
        <SectionHeading id="concert-features">{t('stayTuned.comes')}</SectionHeading>
        <FeatureList features={features} />
      </section>
    </SongStage>
  );
}
