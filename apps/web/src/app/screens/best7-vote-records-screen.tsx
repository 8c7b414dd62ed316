import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { BallotPoints } from '#/features/votes/best7/ballot-points.tsx';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle } from '#/ui/button-style.ts';
import { BallotArt } from '../art/ballot-art.tsx';
import { OpensSoon } from '../opens-soon.tsx';
import { SectionHeading } from '../section-heading.tsx';
import { StageTop } from '../stage-top.tsx';
import { type Step, StepList } from '../step-list.tsx';

const steps: readonly Step[] = [
  { title: 'ballots.step1', text: 'ballots.step1Text' },
  { title: 'ballots.step2', text: 'ballots.step2Text' },
  { title: 'ballots.step3', text: 'ballots.step3Text' },
];

/** The fan's Best 7 ballots. None can be sent yet, so this explains how they will count. */
export function Best7VoteRecordsScreen(): ReactNode {
  const t = useText();
  return (
    <>
      <StageTop title={t('ballots.title')} text={t('ballots.text')} backTo="/best7" soon>
        <BallotArt />
      </StageTop>
      <div className="relative z-10 -mt-6 space-y-4 px-4">
        <OpensSoon
          title={t('ballots.none')}
          action={
            <Link href="/best7" className={buttonStyle('primary', 'large')}>
              {t('ballots.arrange')}
            </Link>
          }
        >
          {t('ballots.noneText')}
        </OpensSoon>
        <section aria-labelledby="ballot-points" className="card">
          <SectionHeading id="ballot-points">{t('ballots.points')}</SectionHeading>
          <BallotPoints />
        </section>
        <section aria-labelledby="ballot-steps" className="card">
          <SectionHeading id="ballot-steps">{t('best7.toBallots')}</SectionHeading>
          <StepList steps={steps} />
        </section>
      </div>
    </>
  );
}
