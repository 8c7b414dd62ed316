import type { ReactNode } from 'react';
import { BallotPoints, BallotRecords } from '#/features/best7/ballot-records.tsx';
import { useText } from '#/lib/i18n/use-text.ts';
import { useSession } from '#/lib/session/session.ts';
import { BallotArt } from '../art/ballot-art.tsx';
import { SignInFirst } from '../leaving/sign-in-first.tsx';
import { SectionHeading } from '../section-heading.tsx';
import { StageTop } from '../stage-top.tsx';
import { type Step, StepList } from '../step-list.tsx';

const steps: readonly Step[] = [
  { title: 'ballots.step1', text: 'ballots.step1Text' },
  { title: 'ballots.step2', text: 'ballots.step2Text' },
  { title: 'ballots.step3', text: 'ballots.step3Text' },
  { title: 'ballots.step4', text: 'ballots.step4Text' },
];

/** The fan's Best 7 ballots, and how ballots count. */
export function Best7VoteRecordsScreen(): ReactNode {
  const t = useText();
  const session = useSession();
  return (
    <>
      <StageTop title={t('ballots.title')} text={t('ballots.text')} backTo="/best7">
        <BallotArt />
      </StageTop>
      <div className="relative z-10 -mt-6 space-y-4 px-4">
        <section aria-labelledby="my-ballots" className="card">
          <SectionHeading id="my-ballots">{t('ballots.byDay')}</SectionHeading>
          {session ? <BallotRecords /> : <SignInFirst next="/best7-vote-records">{t('ballots.signIn')}</SignInFirst>}
        </section>
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
