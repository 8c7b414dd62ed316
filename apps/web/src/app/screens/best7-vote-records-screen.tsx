import type { ReactNode } from 'react';
import { Drawing, Glow, Sparkle, lights, night } from '#/ui/art/drawing.tsx';
import { SignInFirst } from '#/app/sign-in-first.tsx';
import { SectionHeading } from '#/ui/section-heading.tsx';
import { StageTop } from '#/ui/stage-top.tsx';
import { type ExplainedStep, StepList } from '#/ui/step-list.tsx';
import { BallotPoints, BallotRecords } from '#/features/best7/ballot-records.tsx';
import { useText } from '#/lib/i18n/use-text.ts';
import { useSession } from '#/lib/session/session.ts';

const steps: readonly ExplainedStep[] = [
  { title: 'ballots.step1', text: 'ballots.step1Text' },
  { title: 'ballots.step2', text: 'ballots.step2Text' },
  { title: 'ballots.step3', text: 'ballots.step3Text' },
  { title: 'ballots.step4', text: 'ballots.step4Text' },
];

/** Shows the fan's Best 7 ballots, and how ballots count. */
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

const lines = [
  { width: 58, colour: '#f0a92e' },
  { width: 50, colour: '#aab4c8' },
  { width: 46, colour: '#d08448' },
  { width: 40, colour: lights.violet },
  { width: 34, colour: lights.violet },
  { width: 28, colour: lights.violet },
  { width: 22, colour: lights.violet },
] as const;

/** Draws a ballot with seven lines, on its way into the box. */
function BallotArt(): ReactNode {
  return (
    <Drawing width={320} height={168}>
      {(name) => (
        <>
          <defs>
            <Glow id={name('halo')} colour={lights.gold} strength={0.5} />
            <linearGradient id={name('box')} x2="1" y2="1">
              <stop stopColor={lights.pink} />
              <stop offset="1" stopColor="#7a35e0" />
            </linearGradient>
          </defs>
          <ellipse cx="160" cy="80" rx="128" ry="78" fill={`url(#${name('halo')})`} />
          <g transform="rotate(-4 160 70)">
            <rect x="106" y="6" width="108" height="124" rx="12" fill="#fff" />
            {lines.map(({ width, colour }, index) => (
              <g key={width} transform={`translate(120 ${22 + index * 14})`}>
                <circle r="4.6" fill={colour} />
                <rect x="12" y="-3" width={width} height="6" rx="3" fill={night} opacity=".22" />
              </g>
            ))}
          </g>
          <path d="M82 108h156v38a14 14 0 0 1-14 14H96a14 14 0 0 1-14-14z" fill={`url(#${name('box')})`} />
          <path d="M74 96h172a8 8 0 0 1 8 8v6H66v-6a8 8 0 0 1 8-8z" fill={night} />
          <path d="M104 103h112" stroke="#fff" strokeWidth="3" strokeLinecap="round" opacity=".5" />
          <path d="M160 119l4.5 9 10 1.5-7.2 7 1.7 10-9-4.7-9 4.7 1.7-10-7.2-7 10-1.500z" fill="#fff" opacity=".95" />
          <Sparkle x={60} y={44} size={9} />
          <Sparkle x={262} y={34} size={7} />
          <Sparkle x={280} y={80} size={5} opacity={0.6} />
          <Sparkle x={38} y={86} size={5} opacity={0.6} />
        </>
      )}
    </Drawing>
  );
}
