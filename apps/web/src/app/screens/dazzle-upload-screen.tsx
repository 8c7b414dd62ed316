import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { InfoIcon } from '#/ui/icons/first-icons.tsx';
import { FilmArt } from '../art/film-art.tsx';
import { VideoTry } from '../fan-video/video-try.tsx';
import { OpensSoon } from '../opens-soon.tsx';
import { SectionHeading } from '../section-heading.tsx';
import { StageTop } from '../stage-top.tsx';
import { type Step, StepList } from '../step-list.tsx';
import { type Way, WayList } from '../way-list.tsx';

const after: readonly Step[] = [
  { title: 'fanVideo.step.send', text: 'fanVideo.step.sendText' },
  { title: 'fanVideo.step.review', text: 'fanVideo.step.reviewText' },
  { title: 'fanVideo.step.reward', text: 'fanVideo.step.rewardText' },
];

const ways: readonly Way[] = [
  { to: '/video-rules', icon: InfoIcon, title: 'fanVideo.rules', text: 'fanVideo.rulesText' },
];

/** Fan videos: the rules, and a look at one's own on the device; sending it opens later. */
export function DazzleUploadScreen(): ReactNode {
  const t = useText();
  return (
    <>
      <StageTop title={t('fanVideo.title')} text={t('fanVideo.subtitle')} backTo="/task" soon>
        <FilmArt />
      </StageTop>
      <div className="relative z-10 -mt-6 space-y-4 px-4">
        <VideoTry />
        <section aria-labelledby="video-meanwhile" className="card">
          <SectionHeading id="video-meanwhile">{t('fanVideo.meanwhile')}</SectionHeading>
          <WayList ways={ways} />
        </section>
        <section aria-labelledby="video-after" className="card">
          <SectionHeading id="video-after">{t('fanVideo.next')}</SectionHeading>
          <StepList steps={after} />
        </section>
        <OpensSoon title={t('fanVideo.soonTitle')}>{t('fanVideo.soonText')}</OpensSoon>
      </div>
    </>
  );
}
