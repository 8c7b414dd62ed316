import { type ReactNode, Suspense, useEffect } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { lazyPart } from '#/lib/lazy-part.ts';
import { Countdown } from '#/ui/countdown.tsx';
import { RollingNumber } from '#/ui/rolling-number.tsx';
import { ScreenTitle } from '#/ui/screen-title.tsx';
import { LiveBadge } from './live-badge.tsx';
import type { Standings } from './use-standings.ts';
import type { Activity, VotingPhase } from './voting-phase.ts';

const roundClock = lazyPart(() => import('./rounds/round-clock.tsx').then((module) => module.RoundClock));

type ElectionHeadingProps = {
  activity: Activity;
  phase: VotingPhase;
  standings: Pick<Standings, 'isLive' | 'totalVotes' | 'shown'>;
  /** At the end of the first line: a way to more about the election. */
  trailing?: ReactNode;
};

/** On the stage: what is being voted on, how many votes count in the present round, and how long there is. */
export function ElectionHeading({ activity, phase, standings, trailing }: ElectionHeadingProps): ReactNode {
  const t = useText();
  const { isLive, shown, totalVotes: count = activity.totalVotes } = standings;
  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center gap-x-3">
        <LiveBadge phase={phase} isLive={isLive} isFrozen={Boolean(shown?.frozenAt)} />
        <span className="num min-w-24 flex-1 text-caption font-semibold">
          <RollingNumber value={count} />{' '}
          {t('votes.counted', { count, round: (activity.rounds[1] && shown?.round) ?? 0 })}
        </span>
        {trailing}
      </div>
      <ScreenTitle className="mt-1 text-screen font-extrabold text-white">{activity.title}</ScreenTitle>
      <p className="mt-1 text-body font-medium text-white">{activity.subtitle}</p>
      <div className="mt-4 min-h-[70px]">
        <ElectionClock activity={activity} phase={phase} />
      </div>
    </>
  );
}

function ElectionClock({ activity, phase }: { activity: Activity; phase: VotingPhase }): ReactNode {
  const t = useText();

  // When the election turns, it turns for everybody at once: no time to ask for more of the page.
  useEffect(() => void roundClock.preload(), []);

  if (phase === 'scheduled' || (phase === 'open' && activity.rounds.length < 2)) {
    const until = phase === 'open' ? activity.closesAt : activity.opensAt;
    return (
      <>
        <p className="mb-2 text-caption font-semibold">{phase === 'open' ? t('phase.endsIn') : t('phase.opensIn')}</p>
        <Countdown key={until} until={until} />
      </>
    );
  }
  return (
    <Suspense>
      <roundClock.Component activity={activity} phase={phase} />
    </Suspense>
  );
}
