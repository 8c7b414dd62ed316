import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { TrophyIcon } from '#/ui/icons/first-icons.tsx';
import { GiftIcon, MusicIcon } from '#/ui/icons/more-icons.tsx';
import { RecordArt } from '../art/record-art.tsx';
import { type Feature, FeatureList } from '../feature-list.tsx';
import { OpensSoon } from '../opens-soon.tsx';
import { SectionHeading } from '../section-heading.tsx';
import { SongStage } from './song-stage.tsx';

const features: readonly Feature[] = [
  { icon: MusicIcon, title: 'songs.preview', text: 'songs.previewText' },
  { icon: GiftIcon, title: 'songs.freeVote', text: 'songs.freeVoteText' },
  { icon: TrophyIcon, title: 'songs.ranking', text: 'songs.rankingText' },
];

/** The songs that can be voted for; none are up for nomination yet. */
export function ListPart(): ReactNode {
  const t = useText();
  return (
    <SongStage section="list" title={t('songs.list')} text={t('songs.listText')} soon art={<RecordArt />}>
      <OpensSoon title={t('songs.listNone')}>{t('songs.listNoneText')}</OpensSoon>
      <section aria-labelledby="list-features" className="card">
        <SectionHeading id="list-features">{t('stayTuned.comes')}</SectionHeading>
        <FeatureList features={features} />
      </section>
    </SongStage>
  );
}
