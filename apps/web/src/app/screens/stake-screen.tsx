import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle } from '#/ui/button-style.ts';
import { StakeArt } from '../art/stake-art.tsx';
import { OpensSoon } from '../opens-soon.tsx';
import { SectionHeading } from '../section-heading.tsx';
import { StageTop } from '../stage-top.tsx';
import { MyPoints } from '../stake/my-points.tsx';
import { ShareArt } from '../stake/share-art.tsx';
import { type Step, StepList } from '../step-list.tsx';

const steps: readonly Step[] = [
  { title: 'stake.step.choose', text: 'stake.step.chooseText' },
  { title: 'stake.step.counts', text: 'stake.step.countsText' },
  { title: 'stake.step.locked', text: 'stake.step.lockedText' },
  { title: 'stake.step.reward', text: 'stake.step.rewardText' },
];

/** What staking is, and what the fan could stake; plans and pools come when it opens. */
export function StakeScreen(): ReactNode {
  const t = useText();
  return (
    <>
      <StageTop title={t('stake.title')} text={t('stake.subtitle')} backTo="/" soon>
        <StakeArt />
      </StageTop>
      <div className="relative z-10 -mt-6 space-y-4 px-4">
        <MyPoints />
        <section aria-labelledby="stake-how" className="card">
          <SectionHeading id="stake-how">{t('stake.how')}</SectionHeading>
          <StepList steps={steps} />
        </section>
        <section aria-labelledby="stake-share" className="card">
          <SectionHeading id="stake-share">{t('stake.fairShare')}</SectionHeading>
          <ShareArt />
          <p className="mt-3 text-small text-pretty text-mute">{t('stake.fairShareText')}</p>
        </section>
        <OpensSoon
          title={t('stake.soonTitle')}
          action={
            <Link href="/mall" className={buttonStyle('soft', 'large')}>
              {t('home.toMall')}
            </Link>
          }
        >
          {t('stake.soonText')}
        </OpensSoon>
      </div>
    </>
  );
}
