import type { ReactNode } from 'react';
import { useFriendlyDate } from '#/lib/format/use-friendly-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Countdown } from '#/ui/countdown.tsx';
import { RollingNumber } from '#/ui/rolling-number.tsx';
import { ScreenTitle } from '#/ui/screen-title.tsx';
import { LiveBadge } from './live-badge.tsx';
import type { Activity, VotingPhase } from './voting-phase.ts';

type ElectionHeadingProps = {
  activity: Activity;
  phase: VotingPhase;
  isLive: boolean;
  totalVotes: number | undefined;
  /** At the end of the first line: a way to more about the election. */
  trailing?: ReactNode;
};

/** On the stage: what is being voted on, how many votes there are, and how long there is. */
export function ElectionHeading({ activity, phase, isLive, totalVotes, trailing }: ElectionHeadingProps): ReactNode {
  const t = useText();
  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center gap-x-3">
        <LiveBadge phase={phase} isLive={isLive} />
        <span className="num min-w-24 flex-1 text-caption font-semibold">
          <RollingNumber value={totalVotes ?? activity.totalVotes} /> {t('votes.castUnit')}
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
  const friendly = useFriendlyDate();
  if (phase === 'scheduled' || phase === 'open') {
    const until = phase === 'open' ? activity.closesAt : activity.opensAt;
    return (
      <>
        <p className="mb-2 text-caption font-semibold">{phase === 'open' ? t('phase.endsIn') : t('phase.opensIn')}</p>
        <Countdown key={until} until={until} />
      </>
    );
  }
  return (
    <p className="inline-block rounded-tile bg-black/30 px-4 py-3 text-small font-semibold">
      {phase === 'closing' ? t('phase.closingNote') : t('phase.finalNote', { closedAt: friendly(activity.closesAt) })}
    </p>
  );
}
