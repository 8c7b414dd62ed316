import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { PodiumArt } from '../art/podium-art.tsx';
import { OpensSoon } from '../opens-soon.tsx';
import { SectionHeading } from '../section-heading.tsx';
import { type Step, StepList } from '../step-list.tsx';
import { SongStage } from './song-stage.tsx';

const steps: readonly Step[] = [
  { title: 'songs.reward1', text: 'songs.reward1Text' },
  { title: 'songs.reward2', text: 'songs.reward2Text' },
  { title: 'songs.reward3', text: 'songs.reward3Text' },
];

/** How the rewards by rank will work; which they are is published before the final. */
export function RewardsPart(): ReactNode {
  const t = useText();
  return (
    <SongStage section="rewards" title={t('songs.nav.rewards')} text={t('songs.rewardsText')} soon art={<PodiumArt />}>
      <section aria-labelledby="reward-steps" className="card">
        <SectionHeading id="reward-steps">{t('songs.rewardsHow')}</SectionHeading>
        <StepList steps={steps} />
      </section>
      <OpensSoon title={t('songs.rewardsNone')}>{t('songs.rewardsNoneText')}</OpensSoon>
    </SongStage>
  );
}
