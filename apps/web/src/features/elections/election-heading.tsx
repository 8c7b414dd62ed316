import { type ReactNode, Suspense, useEffect } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { homePart } from '#/lib/lazy-part.ts';
import { Countdown } from '#/ui/countdown.tsx';
import { RollingNumber } from '#/ui/rolling-number.tsx';
import { ScreenTitle } from '#/ui/screen-title.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import type { Ranking } from './standings.ts';
import type { Activity, VotingPhase } from './voting-phase.ts';

const roundClock = homePart(() => import('./round-clock.tsx').then((module) => module.RoundClock));

type ElectionHeadingProps = {
  activity: Activity;
  phase: VotingPhase;
  standings: {
    readonly isLive: boolean;
    readonly totalVotes: number | undefined;
    readonly shown: Pick<Ranking, 'round' | 'frozenAt'> | undefined;
  };
  /** Stands at the end of the first line: a link to more about the election. */
  trailing?: ReactNode;
};

/** Shows the election on the stage, the counted votes of the current round, and the remaining time. */
export function ElectionHeading({ activity, phase, standings, trailing }: ElectionHeadingProps): ReactNode {
  const t = useText();
  const { isLive, shown, totalVotes: count = activity.totalVotes } = standings;
  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center gap-x-3">
        <LiveBadge phase={phase} isLive={isLive} isFrozen={Boolean(shown?.frozenAt)} />
        <span className="num min-w-20 flex-1 text-caption font-semibold">
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

  // At the change every client changes at once, so its code is loaded before.
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

type LiveBadgeProps = { phase: VotingPhase; isLive: boolean; isFrozen?: boolean };

/** As wide as "Voting open", so that the line breaks no differently once it is live. */
const badgeLook =
  'inline-flex min-h-7 min-w-28 items-center justify-center gap-2 rounded-full bg-black/30 px-3 ' +
  'text-caption font-bold text-white';

/** Shows a badge on the stage: the ranking is live, hidden, being counted, or settled. */
export function LiveBadge({ phase, isLive, isFrozen = false }: LiveBadgeProps): ReactNode {
  const t = useText();
  const text = {
    scheduled: t('phase.scheduled'),
    open: isFrozen ? t('phase.frozen') : isLive ? t('phase.live') : t('phase.open'),
    between: t('phase.between'),
    closing: t('phase.closing'),
    tallying: t('phase.tallying'),
    final: t('phase.final'),
  }[phase];
  return (
    <span className={badgeLook}>
      <span
        className={
          'size-2 rounded-full ' + (phase === 'open' && isLive && !isFrozen ? 'live-dot bg-[#7dffb5]' : 'bg-white/70')
        }
      />
      {text}
    </span>
  );
}

export function ElectionHeadingSkeleton(): ReactNode {
  return (
    <div aria-hidden="true">
      <div className="flex min-h-11 items-center">
        <Skeleton className="h-7 w-40 rounded-full" />
      </div>
      <Skeleton className="mt-1 h-8 w-64 rounded-control" />
      <Skeleton className="mt-2 h-4 w-72 rounded-full" />
      <Skeleton className="mt-2 h-4 w-32 rounded-full" />
      <div className="mt-4 flex h-[70px] items-end gap-2">
        {[0, 1, 2, 3].map((part) => (
          <Skeleton key={part} className="h-[46px] w-15 rounded-control" />
        ))}
      </div>
    </div>
  );
}
